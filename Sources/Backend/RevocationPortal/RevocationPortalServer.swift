// SPDX-License-Identifier: EUPL-1.2

import Logging
package import NIOSSL
package import ServerKit
import ServiceLifecycle

/// A revocation portal on a port of its own.
///
/// As a service it runs until it is cancelled or asked to shut down; then it takes no more connections, finishes the requests at work and
/// returns.
package struct RevocationPortalServer: NamedService {
    private let service: HTTPService<PortalContext>

    /// A server that is not running yet.
    ///
    /// - Parameters:
    ///   - host: the name or address to listen on.
    ///   - port: 0 for any free one.
    ///   - tls: certificate and key; nil for plain HTTP, which is for loopback and for a proxy in front that ends TLS.
    ///   - connections: what one connection may cost. The proxies are those of the portal's configuration.
    ///   - onRunning: called once with the port on which it listens.
    ///   - observeConnections: gets each connection that is opened, closed or cut.
    package init(
        portal: RevocationPortal, host: String, port: Int, tls: TLSConfiguration?,
        connections: ConnectionLimits = ConnectionLimits(), onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in },
        observeConnections: @escaping @Sendable (ConnectionEvent) -> Void = { _ in }
    ) {
        var connections = connections
        connections.trustedProxies = portal.trustedProxies
        service = HTTPService(
            HTTPListener(host: host, port: port, tls: tls, limits: connections), logger: portal.logger,
            observe: observeConnections, onRunning: onRunning
        ) { portal.router() }
    }

    /// Serves until told to stop.
    ///
    /// - Throws: what NIO throws when the port cannot be had.
    package func run() async throws { try await service.run() }
}
