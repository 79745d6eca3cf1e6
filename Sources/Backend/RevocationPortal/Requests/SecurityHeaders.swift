// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird

/// The headers that keep a page from doing, showing or telling anything that is not ours. Every answer has them.
enum SecurityHeaders {
    /// Adds them. A form of ours keeps its own rule for the referrer.
    static func add(to response: inout Response) {
        for (name, value) in headers { response.headers[name] = value }
        guard let referrerPolicy = HTTPField.Name("Referrer-Policy"), response.headers[referrerPolicy] == nil else { return }
        response.headers[referrerPolicy] = "no-referrer"
    }

    /// For a page with the form: under `no-referrer` browsers would send it with `Origin: null`, which a hostile page can send as well. Other
    /// sites are told nothing under this rule either.
    static func letFormNameItsOrigin(_ response: inout Response) {
        guard let referrerPolicy = HTTPField.Name("Referrer-Policy") else { return }
        response.headers[referrerPolicy] = "same-origin"
    }

    private static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "form-action 'self'", "base-uri 'none'",
        "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")

    private static let noFeatures = [
        "accelerometer", "autoplay", "camera", "clipboard-read", "display-capture", "fullscreen", "geolocation", "gyroscope",
        "hid", "identity-credentials-get", "microphone", "midi", "payment", "publickey-credentials-get", "serial", "usb",
    ].map { "\($0)=()" }.joined(separator: ", ")

    private static let headers: [(HTTPField.Name, String)] = [
        ("Content-Security-Policy", contentSecurityPolicy),
        ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Embedder-Policy", "require-corp"),
        ("Origin-Agent-Cluster", "?1"),
        ("X-Frame-Options", "DENY"),
        ("Permissions-Policy", noFeatures),
        ("Cache-Control", "no-store"),
    ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
}
