// SPDX-License-Identifier: EUPL-1.2

package import HTTPTypes

/// The security headers of a server without pages. They forbid browsers to treat a response as a page, a script or a frame.
package enum StandardHeaders {
    /// Adds the headers. Headers that are already set stay.
    package static func add(to headers: inout HTTPFields) {
        for (name, value) in all where headers[name] == nil { headers[name] = value }
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
    }

    private static let all: [(HTTPField.Name, String)] = [
        ("X-Content-Type-Options", "nosniff"), ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
        ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"),
    ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
}
