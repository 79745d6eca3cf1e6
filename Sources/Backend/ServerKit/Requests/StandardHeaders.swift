// SPDX-License-Identifier: EUPL-1.2

package import HTTPTypes

/// The security headers of a server without pages. They forbid browsers to treat a response as a page, a script or a frame.
package enum StandardHeaders {
    /// Adds the headers. Headers that are already set stay.
    package static func add(to headers: inout HTTPFields) {
        // Three more follow: the correlation id, the date and the length.
        headers.reserveCapacity(headers.count + all.count + 3)
        for field in all where !headers.contains(field.name) { headers.append(field) }
    }

    private static let all: [HTTPField] = [
        ("X-Content-Type-Options", "nosniff"), ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
        ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"), ("Cache-Control", "no-store"),
    ].compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
}
