// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
import Logging
package import NIOSSL
package import ServerKit
import ServiceLifecycle

/// An issuer with its own TLS port.
///
/// The service runs until it is cancelled or asked to shut down. At a shutdown it accepts no more connections, finishes the requests in
/// progress and returns.
package struct PIDIssuerService: NamedService {
    private let service: HTTPService<ServiceContext>

    /// Creates a server that is not running yet.
    ///
    /// - Parameters:
    ///   - host: the name or address to listen on.
    ///   - port: 0 for any free port.
    ///   - tls: certificate and key.
    ///   - timeouts: the time limits of connections.
    ///   - connections: the limits of connections, and the proxies in front of the server.
    ///   - onRunning: called once with the port of the server.
    ///   - observe: receives each answered request.
    ///   - observeConnections: receives each connection that is opened, closed or cut.
    package init(
        issuer: PIDIssuer, host: String, port: Int, tls: TLSConfiguration, timeouts: Timeouts,
        connections: ConnectionLimits = PIDIssuerService.standardConnections,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in },
        observe: @escaping @Sendable (AnsweredRequest) -> Void = { _ in },
        observeConnections: @escaping @Sendable (ConnectionEvent) -> Void = { _ in }
    ) {
        service = HTTPService(
            HTTPListener(host: host, port: port, tls: tls, timeouts: timeouts, limits: connections),
            services: [RepeatedWork(every: .seconds(60), { await Self.sweep(issuer) })], logger: issuer.logger, observe: observeConnections,
            onRunning: onRunning
        ) { IssuerRoutes(issuer: issuer, observe: observe).router() }
    }

    /// Limits for requests of wallets, whose headers carry attestations and proofs.
    package static let standardConnections = ConnectionLimits(maximumFieldBytes: 16_384, maximumHeaderBytes: 32_768)

    /// Serves until the service is shut down.
    ///
    /// - Throws: an error of NIO if the port is unavailable.
    package func run() async throws { try await service.run() }

    /// Removes expired records.
    private static func sweep(_ issuer: PIDIssuer) async {
        do {
            try await issuer.removeExpired()
        } catch {
            // Shutdown cancels the work in progress, which is not a failure.
            if !Task.isCancelled { issuer.logger.error("sweep", metadata: ["error": "\(error)"]) }
        }
    }
}
