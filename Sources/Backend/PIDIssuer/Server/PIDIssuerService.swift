// SPDX-License-Identifier: EUPL-1.2

import Logging
package import NIOSSL
package import ServerKit
import ServiceLifecycle

/// An issuer on a TLS port of its own.
///
/// As a service it runs until it is cancelled or asked to shut down; then it takes no more connections, finishes the requests at work and
/// returns.
package struct PIDIssuerService: NamedService {
    private let service: HTTPService<ServiceContext>

    /// A server that is not running yet.
    ///
    /// - Parameters:
    ///   - host: the name or address to listen on.
    ///   - port: 0 for any free one.
    ///   - tls: certificate and key.
    ///   - trustedProxies: the proxies in front, whose connections have no limit of an address.
    ///   - onRunning: called once with the port on which it listens.
    package init(
        issuer: PIDIssuer, host: String, port: Int, tls: TLSConfiguration, trustedProxies: TrustedProxies = .none,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) {
        service = HTTPService(
            HTTPListener(
                host: host, port: port, tls: tls,
                limits: ConnectionLimits(trustedProxies: trustedProxies, maximumFieldBytes: 16_384, maximumHeaderBytes: 32_768)),
            services: [RepeatedWork(every: .seconds(60), { await Self.sweep(issuer) })], logger: issuer.logger, onRunning: onRunning
        ) { IssuerRoutes(issuer: issuer).router() }
    }

    /// Serves until told to stop.
    ///
    /// - Throws: what NIO throws when the port cannot be had.
    package func run() async throws { try await service.run() }

    /// Removes what is over.
    private static func sweep(_ issuer: PIDIssuer) async {
        do {
            try await issuer.removeExpired()
        } catch {
            // At the end of the program what is under way is cancelled; that is no failure.
            if !Task.isCancelled { issuer.logger.error("sweep", metadata: ["error": "\(error)"]) }
        }
    }
}
