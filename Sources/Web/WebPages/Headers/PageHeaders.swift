// SPDX-License-Identifier: EUPL-1.2

package import HTTPTypes

/// Security headers that restrict a page to this program's content. Every response of a page server has them.
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

    /// Adds the headers to a response. An existing Referrer-Policy is kept; by default no referrer is sent.
    package func add(to headers: inout HTTPFields) {
        for (name, value) in fields { headers[name] = value }
        if let referrerPolicy = Self.referrerPolicy, headers[referrerPolicy] == nil { headers[referrerPolicy] = "no-referrer" }
    }

    /// Sets the referrer policy for a page with a form. With `no-referrer`, browsers send the form with `Origin: null`, which a hostile
    /// page can send too. This policy does not send a referrer to other sites either.
    package static func letFormNameItsOrigin(_ headers: inout HTTPFields) {
        if let referrerPolicy { headers[referrerPolicy] = "same-origin" }
    }

    private static let referrerPolicy = HTTPField.Name("Referrer-Policy")

    private static let noFeatures = [
        "accelerometer", "autoplay", "camera", "clipboard-read", "display-capture", "fullscreen", "geolocation", "gyroscope",
        "hid", "identity-credentials-get", "microphone", "midi", "payment", "publickey-credentials-get", "serial", "usb",
    ].map { "\($0)=()" }.joined(separator: ", ")
}
