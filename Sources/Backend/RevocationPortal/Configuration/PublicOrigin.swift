// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes

/// The portal's origin as browsers see it: the expected `Origin` of a submitted form. It also decides if cookies require TLS.
package struct PublicOrigin: Sendable, Hashable {
    private enum Kind: Sendable, Hashable {
        case fixed(String)
        case asAsked
    }

    private let kind: Kind
    /// True if browsers reach the portal over TLS, directly or through a proxy.
    let isSecure: Bool

    private init(_ kind: Kind, isSecure: Bool) {
        self.kind = kind
        self.isSecure = isSecure
    }

    /// Creates the origin of a public address.
    ///
    /// - Parameter address: `https://portal.example` or `http://127.0.0.1:8080`: scheme, host, and port if it is not the scheme's default.
    ///   A host outside ASCII is in its `xn--` form.
    /// - Throws: `PortalError` for any other address, for example an address with a path.
    package init(_ address: String) throws(PortalError) {
        guard address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let parts = URLComponents(string: address),
            let scheme = parts.scheme?.lowercased(), scheme == "https" || scheme == "http",
            let host = parts.encodedHost?.lowercased(), !host.isEmpty, parts.user == nil, parts.password == nil, parts.query == nil,
            parts.fragment == nil, parts.path.isEmpty || parts.path == "/"
        else {
            throw PortalError(.badConfiguration, "the portal's public address must be like https://portal.example: no user, no path")
        }
        let isOwnPort = parts.port == nil || parts.port == (scheme == "https" ? 443 : 80)
        let port = isOwnPort ? "" : ":\(parts.port ?? 0)"
        self.init(.fixed("\(scheme)://\(host)\(port)"), isSecure: scheme == "https")
    }

    /// The origin that the browser requested. For loopback, where the port is known only once the portal listens.
    ///
    /// - Parameter isSecure: true if the portal uses TLS there.
    package static func asAsked(isSecure: Bool) -> PublicOrigin { PublicOrigin(.asAsked, isSecure: isSecure) }

    /// Returns the `Origin` that a page of the portal sends.
    ///
    /// - Parameter authority: the request's host and port.
    func text(authority: String?) -> String? {
        switch kind {
        case .fixed(let origin): origin
        case .asAsked: authority.map { "\(isSecure ? "https" : "http")://\($0.lowercased())" }
        }
    }
}
