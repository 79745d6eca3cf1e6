// SPDX-License-Identifier: EUPL-1.2

package import HTTPTypes

/// The headers that keep a page from doing, showing or telling anything that is not ours. Every answer of a server of pages has them.
package struct PageHeaders: Sendable {
    private let fields: [(HTTPField.Name, String)]

    /// The headers, with one server's own policy.
    ///
    /// - Parameter contentSecurityPolicy: the directives of the header Content-Security-Policy (W3C CSP Level 3).
    package init(contentSecurityPolicy: [String]) {
        fields = [
            ("Content-Security-Policy", contentSecurityPolicy.joined(separator: "; ")),
            ("X-Content-Type-Options", "nosniff"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cross-Origin-Embedder-Policy", "require-corp"),
            ("Origin-Agent-Cluster", "?1"),
            ("X-Frame-Options", "DENY"),
            ("Permissions-Policy", Self.noFeatures),
            ("Cache-Control", "no-store"),
        ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
    }

    /// Adds them to an answer's. One that has a rule for the referrer keeps it; any other tells nobody where a reader comes from.
    package func add(to headers: inout HTTPFields) {
        for (name, value) in fields { headers[name] = value }
        if let referrerPolicy = Self.referrerPolicy, headers[referrerPolicy] == nil { headers[referrerPolicy] = "no-referrer" }
    }

    /// For a page with a form: under `no-referrer` browsers would send it with `Origin: null`, which a hostile page can send as well. Other
    /// sites are told nothing under this rule either.
    package static func letFormNameItsOrigin(_ headers: inout HTTPFields) {
        if let referrerPolicy { headers[referrerPolicy] = "same-origin" }
    }

    private static let referrerPolicy = HTTPField.Name("Referrer-Policy")

    private static let noFeatures = [
        "accelerometer", "autoplay", "camera", "clipboard-read", "display-capture", "fullscreen", "geolocation", "gyroscope",
        "hid", "identity-credentials-get", "microphone", "midi", "payment", "publickey-credentials-get", "serial", "usb",
    ].map { "\($0)=()" }.joined(separator: ", ")
}
