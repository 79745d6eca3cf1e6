// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
package import Logging
package import ServerKit
import ServiceLifecycle

/// A verifier with its own port.
///
/// The service runs until it is cancelled or asked to shut down. At a shutdown it accepts no more connections, finishes the requests in
/// progress and returns.
package struct VerifierServer: NamedService {
    private let service: HTTPService<VerifierContext>

    /// The limits for a server that many pages ask every two seconds.
    package static let standardConnections = ConnectionLimits(maximumConnections: 4096)

    /// Creates a server that is not running yet.
    ///
    /// - Parameters:
    ///   - host: the name or address to listen on.
    ///   - port: 0 for any free port.
    ///   - identity: certificate and key for TLS; nil for plain HTTP, behind a proxy on the same machine that ends TLS.
    ///   - timeouts: the time limits of connections and requests.
    ///   - connections: the limits of one connection, with the trusted proxies.
    ///   - logger: see `VerifierRoutes`.
    ///   - onRunning: called once with the port of the server.
    ///   - observeConnections: receives an event for each connection that is opened, closed or cut.
    package init(
        routes: VerifierRoutes, host: String, port: Int, identity: TLSIdentity?, timeouts: Timeouts,
        connections: ConnectionLimits = VerifierServer.standardConnections, logger: Logger,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in },
        observeConnections: @escaping @Sendable (ConnectionEvent) -> Void = { _ in }
    ) {
        service = HTTPService(
            HTTPListener(host: host, port: port, tls: identity?.serverConfiguration, timeouts: timeouts, limits: connections),
            logger: logger, observe: observeConnections, onRunning: onRunning
        ) { routes.router() }
    }

    /// Serves until the service is shut down.
    ///
    /// - Throws: an error of NIO if the port is unavailable.
    package func run() async throws { try await service.run() }
}
