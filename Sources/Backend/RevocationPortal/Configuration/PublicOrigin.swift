// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes

/// The origin by which browsers know the portal: what a form of our own names as its `Origin`, and whether cookies may ask for TLS.
package struct PublicOrigin: Sendable, Hashable {
    private enum Kind: Sendable, Hashable {
        case fixed(String)
        case asAsked
    }

    private let kind: Kind
    /// Whether browsers reach the portal over TLS, here or at a proxy in front.
    let isSecure: Bool

    private init(_ kind: Kind, isSecure: Bool) {
        self.kind = kind
        self.isSecure = isSecure
    }

    /// The origin that a public address names.
    ///
    /// - Parameter address: `https://portal.example` or `http://127.0.0.1:8080`: scheme, host, port when it is not the scheme's own; a
    ///   host outside ASCII in its `xn--` form.
    /// - Throws: `PortalError` for anything else, also for a path.
    package init(_ address: String) throws(PortalError) {
        guard address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let parts = URLComponents(string: address),
            let scheme = parts.scheme?.lowercased(), scheme == "https" || scheme == "http",
            let host = parts.encodedHost?.lowercased(), !host.isEmpty, parts.user == nil, parts.password == nil, parts.query == nil,
            parts.fragment == nil, parts.path.isEmpty || parts.path == "/"
        else { throw PortalError(.badConfiguration, "the portal's public address must be like https://portal.example, not \(address)") }
        let isOwnPort = parts.port == nil || parts.port == (scheme == "https" ? 443 : 80)
        let port = isOwnPort ? "" : ":\(parts.port ?? 0)"
        self.init(.fixed("\(scheme)://\(host)\(port)"), isSecure: scheme == "https")
    }

    /// Whatever host and port the browser asked for: for loopback, where the port is known only when the portal listens.
    ///
    /// - Parameter isSecure: whether the portal speaks TLS there.
    package static func asAsked(isSecure: Bool) -> PublicOrigin { PublicOrigin(.asAsked, isSecure: isSecure) }

    /// The `Origin` that a page of ours sends.
    ///
    /// - Parameter authority: the request's host and port.
    func text(authority: String?) -> String? {
        switch kind {
        case .fixed(let origin): origin
        case .asAsked: authority.map { "\(isSecure ? "https" : "http")://\($0.lowercased())" }
        }
    }
}
