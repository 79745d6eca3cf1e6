// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
package import Logging
package import NIOSSL
package import ServerKit
import ServiceLifecycle

/// A configuration server with its own port.
///
/// The service runs until it is cancelled or asked to shut down. At a shutdown it accepts no more connections, finishes the requests in
/// progress and returns.
package struct ConfigurationServerService: NamedService {
    private let service: HTTPService<ServiceContext>

    /// Creates a server that is not running yet.
    ///
    /// - Parameters:
    ///   - host: the name or address to listen on.
    ///   - port: 0 for any free port.
    ///   - tls: certificate and key.
    ///   - timeouts: the time limits of connections.
    ///   - connections: the limits of connections, and the proxies in front of the server.
    ///   - interval: the interval at which the files are checked for changes.
    ///   - logger: receives messages of the framework, such as failed handshakes.
    ///   - onRunning: called once with the port of the server.
    ///   - observe: receives each answered request.
    ///   - observeConnections: receives each connection that is opened, closed or cut.
    package init(
        server: ConfigurationServer, host: String, port: Int, tls: TLSConfiguration, timeouts: Timeouts,
        connections: ConnectionLimits = ConnectionLimits(), interval: Duration = .seconds(1), logger: Logger,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in },
        observe: @escaping @Sendable (AnsweredRequest) -> Void = { _ in },
        observeConnections: @escaping @Sendable (ConnectionEvent) -> Void = { _ in }
    ) {
        service = HTTPService(
            HTTPListener(host: host, port: port, tls: tls, timeouts: timeouts, limits: connections),
            services: [RepeatedWork(every: interval) { server.refresh() }], logger: logger, observe: observeConnections,
            onRunning: onRunning
        ) { server.router(observe: observe) }
    }

    /// Serves until the service is shut down.
    ///
    /// - Throws: an error of NIO if the port is unavailable.
    package func run() async throws { try await service.run() }
}
