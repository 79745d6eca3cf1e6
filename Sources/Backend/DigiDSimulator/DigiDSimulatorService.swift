// SPDX-License-Identifier: EUPL-1.2

import Logging
package import NIOSSL
package import ServerKit
import ServiceLifecycle

/// A simulated login provider with its own TLS port.
///
/// The service runs until it is cancelled or asked to shut down. It then accepts no more connections, finishes the requests in progress and
/// returns.
package struct DigiDSimulatorService: NamedService {
    private let service: HTTPService<ServiceContext>

    /// Creates a server that is not running yet.
    ///
    /// - Parameters:
    ///   - host: the name or address to listen on.
    ///   - port: 0 for any free port.
    ///   - tls: certificate and key.
    ///   - trustedProxies: the proxies in front of the server. Their connections are not limited per address.
    ///   - onRunning: called once with the port of the server.
    package init(
        simulator: DigiDSimulator, host: String, port: Int, tls: TLSConfiguration, trustedProxies: TrustedProxies = .none,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) {
        service = HTTPService(
            HTTPListener(host: host, port: port, tls: tls, limits: ConnectionLimits(trustedProxies: trustedProxies)),
            logger: simulator.logger, onRunning: onRunning
        ) { simulator.router() }
    }

    /// Serves until told to stop.
    ///
    /// - Throws: an error of NIO if the port is unavailable.
    package func run() async throws { try await service.run() }
}
