// SPDX-License-Identifier: EUPL-1.2

package import NIOSSL

/// Where a server listens, and how much it takes.
package struct HTTPListener: Sendable {
    /// The name or address.
    package let host: String
    /// The port; 0 for any free one.
    package let port: Int
    /// Certificate and key; nil for plain HTTP, which is for loopback and for a proxy in front that ends TLS.
    package let tls: TLSConfiguration?
    /// What one client may cost.
    package let limits: ConnectionLimits

    /// A place to listen at.
    package init(host: String, port: Int, tls: TLSConfiguration?, limits: ConnectionLimits = ConnectionLimits()) {
        self.host = host
        self.port = port
        self.tls = tls
        self.limits = limits
    }
}
