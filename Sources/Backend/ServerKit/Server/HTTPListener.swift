// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
package import NIOSSL

/// The address of a listener, with TLS, limits and timeouts.
package struct HTTPListener: Sendable {
    /// The name or address to listen on.
    package let host: String
    /// The port; 0 for any free port.
    package let port: Int
    /// Certificate and key; nil for plain HTTP, for loopback or behind a proxy that terminates TLS.
    package let tls: TLSConfiguration?
    /// The limits of one client.
    package let limits: ConnectionLimits
    /// The time limits of a connection.
    package let timeouts: Timeouts

    package init(
        host: String, port: Int, tls: TLSConfiguration?, timeouts: Timeouts, limits: ConnectionLimits = ConnectionLimits()
    ) {
        self.host = host
        self.port = port
        self.tls = tls
        self.timeouts = timeouts
        self.limits = limits
    }
}
