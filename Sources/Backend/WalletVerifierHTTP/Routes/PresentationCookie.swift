// SPDX-License-Identifier: EUPL-1.2

import Hummingbird
import JSON

/// The cookie that binds sessions to the browser that opened their pages: 32 random bytes. Scripts cannot read it.
enum PresentationCookie {
    /// The prefix makes browsers refuse a cookie that a neighbouring host sets, or that comes without TLS.
    static let name = "__Host-presentation"

    /// The value that the browser sent; nil without one, or for one that this server did not make.
    static func value(in request: Request) -> String? {
        guard let value = request.cookies[name]?.value, (try? Base64URL.decode(value))?.count == 32 else { return nil }
        return value
    }

    /// A cookie until the browser is closed. `Lax`, because the browser comes back from a wallet, which is another site.
    static func cookie(_ value: String) -> Cookie {
        Cookie(name: name, value: value, path: "/", secure: true, httpOnly: true, sameSite: .lax)
    }
}
