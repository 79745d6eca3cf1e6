// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
import Logging
package import NIOSSL
package import ServerKit
import ServiceLifecycle

/// A simulated login provider with its own TLS port.
///
/// The service runs until it is cancelled or asked to shut down. At a shutdown it accepts no more connections, finishes the requests in
/// progress and returns.
package struct DigiDSimulatorService: NamedService {
    private let service: HTTPService<ServiceContext>

    /// Creates a server that is not running yet.
    ///
    /// - Parameters:
    ///   - host: the name or address to listen on.
    ///   - port: 0 for any free port.
    ///   - tls: certificate and key.
    ///   - timeouts: the time limits of connections and requests.
    ///   - connections: the limits of connections, and the proxies in front of the server.
    ///   - onRunning: called once with the port of the server.
    package init(
        simulator: DigiDSimulator, host: String, port: Int, tls: TLSConfiguration, timeouts: Timeouts,
        connections: ConnectionLimits = ConnectionLimits(),
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) {
        service = HTTPService(
            HTTPListener(host: host, port: port, tls: tls, timeouts: timeouts, limits: connections),
            logger: simulator.logger, onRunning: onRunning
        ) { simulator.router() }
    }

    /// Serves until the service is shut down.
    ///
    /// - Throws: an error of NIO if the port is unavailable.
    package func run() async throws { try await service.run() }
}
