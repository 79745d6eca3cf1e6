// SPDX-License-Identifier: EUPL-1.2

/// An address that the operating system opens in the installed app instead of a browser. Host, port and path must match exactly; query and fragment
/// are ignored (T-U1).
package struct AssociatedLink: Sendable, Hashable {
    private let host: String
    private let port: Int
    private let path: String

    /// - Parameters:
    ///   - host: in lower case.
    ///   - port: 1...65535.
    ///   - path: with its leading slash.
    package init(host: String, port: Int = 443, path: String) {
        self.host = host
        self.port = port
        self.path = path
    }

    /// Returns true if an address matches this link.
    func matches(_ address: BrowserAddress) -> Bool {
        address.host == host && address.port == port && address.path == path
    }
}
