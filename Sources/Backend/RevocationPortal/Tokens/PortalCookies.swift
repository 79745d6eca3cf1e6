// SPDX-License-Identifier: EUPL-1.2

import Hummingbird

/// The portal's cookies: none can be read by a script, none is sent along by another site's page, none holds a code or a person.
struct PortalCookies: Sendable {
    /// What they are for.
    enum Purpose: String, CaseIterable {
        /// Knows the browser again that a form was made for.
        case form
        /// What the outcome page says.
        case outcome
        /// The language that was chosen.
        case language
    }

    /// Whether browsers reach the portal over TLS.
    let isSecure: Bool

    /// The value that a request brings.
    func value(_ purpose: Purpose, in request: Request) -> String? { request.cookies[name(purpose)]?.value }

    /// A cookie to set.
    ///
    /// - Parameter lifetime: nil for as long as the browser is open.
    func cookie(_ purpose: Purpose, _ value: String, for lifetime: Duration? = nil) -> Cookie {
        Cookie(
            name: name(purpose), value: value, maxAge: lifetime.map { Int($0.components.seconds) }, path: "/", secure: isSecure,
            httpOnly: true, sameSite: purpose == .language ? .lax : .strict)
    }

    /// Over TLS the browser makes sure that no neighbouring host has set it.
    private func name(_ purpose: Purpose) -> String { (isSecure ? "__Host-" : "") + purpose.rawValue }
}
