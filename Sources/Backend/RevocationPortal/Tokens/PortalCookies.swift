// SPDX-License-Identifier: EUPL-1.2

import Hummingbird

/// The portal's cookies. Scripts cannot read them, other sites cannot send them, and they contain no code and no personal data.
struct PortalCookies: Sendable {
    /// The purpose of a cookie.
    enum Purpose: String, CaseIterable {
        /// Identifies the browser that opened a form.
        case form
        /// The content of the outcome page.
        case outcome
        /// The language that the visitor chose.
        case language
    }

    /// True if browsers reach the portal over TLS.
    let isSecure: Bool

    func value(_ purpose: Purpose, in request: Request) -> String? { request.cookies[name(purpose)]?.value }

    /// Creates a cookie.
    ///
    /// - Parameter lifetime: nil for a session cookie.
    func cookie(_ purpose: Purpose, _ value: String, for lifetime: Duration? = nil) -> Cookie {
        Cookie(
            name: name(purpose), value: value, maxAge: lifetime.map { Int($0.components.seconds) }, path: "/", secure: isSecure,
            httpOnly: true, sameSite: purpose == .language ? .lax : .strict)
    }

    /// Over TLS, the prefix makes the browser reject cookies set by a neighbouring host.
    private func name(_ purpose: Purpose) -> String { (isSecure ? "__Host-" : "") + purpose.rawValue }
}
