// SPDX-License-Identifier: EUPL-1.2

package import Logging
package import NIOSSL
package import ServerKit
import ServiceLifecycle

/// A configuration server on a port of its own.
///
/// As a service it runs until it is cancelled or asked to shut down; then it takes no more connections, finishes the requests at work and
/// returns.
package struct ConfigurationServerService: NamedService {
    private let service: HTTPService<ServiceContext>

    /// A server that is not running yet.
    ///
    /// - Parameters:
    ///   - host: the name or address to listen on.
    ///   - port: 0 for any free one.
    ///   - tls: certificate and key.
    ///   - trustedProxies: the proxies in front, whose connections have no limit of an address.
    ///   - interval: how often the files are looked at; they are read only when they changed.
    ///   - logger: gets what the framework has to say, such as a handshake that failed.
    ///   - onRunning: called once with the port on which it listens.
    package init(
        server: ConfigurationServer, host: String, port: Int, tls: TLSConfiguration, trustedProxies: TrustedProxies = .none,
        interval: Duration = .seconds(1), logger: Logger,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) {
        service = HTTPService(
            HTTPListener(host: host, port: port, tls: tls, limits: ConnectionLimits(trustedProxies: trustedProxies)),
            services: [RepeatedWork(every: interval) { server.refresh() }], logger: logger,
            onRunning: onRunning
        ) { server.router() }
    }

    /// Serves until told to stop.
    ///
    /// - Throws: what NIO throws when the port cannot be had.
    package func run() async throws { try await service.run() }
}
