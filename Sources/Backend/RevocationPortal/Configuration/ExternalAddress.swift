// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// An external address that a page may link to.
package struct ExternalAddress: Sendable, Hashable {
    /// The address before escaping.
    let text: String

    /// Creates an address.
    ///
    /// - Parameter text: `https://…` with a host, without user and password, ASCII only; for a demo also `http://…`.
    /// - Throws: `PortalError` for any other text.
    package init(_ text: String) throws(PortalError) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let parts = URLComponents(string: text),
            let scheme = parts.scheme?.lowercased(), scheme == "https" || scheme == "http", let host = parts.host, !host.isEmpty,
            parts.user == nil, parts.password == nil
        else { throw PortalError(.badConfiguration, "the portal links to addresses like https://support.example/page, without a user") }
        self.text = text
    }
}
