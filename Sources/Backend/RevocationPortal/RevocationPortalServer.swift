// SPDX-License-Identifier: EUPL-1.2

import Logging
package import NIOSSL
package import ServerKit
import ServiceLifecycle

/// A revocation portal with its own port.
///
/// The service runs until it is cancelled or asked to shut down. At a shutdown it accepts no more connections, finishes the requests in
/// progress and returns.
package struct RevocationPortalServer: NamedService {
    private let service: HTTPService<PortalContext>

    /// Creates a server that is not running yet.
    ///
    /// - Parameters:
    ///   - host: the name or address to listen on.
    ///   - port: 0 for any free port.
    ///   - tls: certificate and key; nil for plain HTTP, for loopback or behind a proxy that terminates TLS.
    ///   - connections: the limits of one connection. The trusted proxies come from the portal's configuration.
    ///   - onRunning: called once with the port of the server.
    ///   - observeConnections: receives an event for each connection that is opened, closed or cut.
    package init(
        portal: RevocationPortal, host: String, port: Int, tls: TLSConfiguration?,
        connections: ConnectionLimits = ConnectionLimits(), onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in },
        observeConnections: @escaping @Sendable (ConnectionEvent) -> Void = { _ in }
    ) {
        var connections = connections
        connections.trustedProxies = portal.trustedProxies
        service = HTTPService(
            HTTPListener(host: host, port: port, tls: tls, timeouts: portal.timeouts, limits: connections), logger: portal.logger,
            observe: observeConnections, onRunning: onRunning
        ) { portal.router() }
    }

    /// Serves until the service is shut down.
    ///
    /// - Throws: an error of NIO if the port is unavailable.
    package func run() async throws { try await service.run() }
}
