// SPDX-License-Identifier: EUPL-1.2

import Deadlines
package import Logging
package import ServerKit
import ServiceLifecycle
package import WalletProvider

/// A provider on a TLS port. Any number of them can run in one process.
///
/// As a service it runs until it is cancelled or asked to shut down; then it takes no more connections, finishes the requests at work and
/// returns.
package struct ProviderServer: NamedService {
    private let service: HTTPService<ProviderContext>

    /// A server that is not running yet.
    ///
    /// - Parameters:
    ///   - provider: does what is asked.
    ///   - host: the name or address to listen on.
    ///   - port: 0 for any free one.
    ///   - identity: certificate and key for TLS; nil for plain HTTP, which is for loopback and for a proxy in front that ends TLS.
    ///   - limits: how many requests it answers.
    ///   - connections: what one connection may cost. The proxies are those of `limits`.
    ///   - logger: see `ProviderRoutes`.
    ///   - onRunning: called once with the port on which it listens.
    ///   - observe: gets what may be counted of each request.
    ///   - observeConnections: gets each connection that is opened, closed or cut.
    package init(
        provider: WalletProvider, host: String, port: Int, identity: TLSIdentity?, limits: RequestLimits,
        connections: ConnectionLimits = ProviderServer.standardConnections, logger: Logger,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in },
        observe: @escaping @Sendable (AnsweredRequest) -> Void = { _ in },
        observeConnections: @escaping @Sendable (ConnectionEvent) -> Void = { _ in }
    ) {
        var connections = connections
        connections.trustedProxies = limits.trustedProxies
        let work = OngoingWork()
        let routes = ProviderRoutes(
            provider: provider, limiter: RequestLimiter(limits), logger: logger, work: work, observe: observe)
        service = HTTPService(
            HTTPListener(host: host, port: port, tls: identity?.serverConfiguration, limits: connections),
            // What is over is removed; a failure is reported by the provider.
            services: [WorkService(work: work), RepeatedWork(every: .seconds(60)) { try? await provider.removeExpired() }], logger: logger,
            observe: observeConnections, onRunning: onRunning
        ) { routes.router() }
    }

    /// For a server that many phones reach at once: messages are small, and none has long headers.
    package static let standardConnections = ConnectionLimits(maximumConnections: 4096, idleTime: .seconds(10))

    /// Serves until told to stop.
    ///
    /// - Throws: what NIO throws when the port cannot be had.
    package func run() async throws { try await service.run() }
}

/// Does the work of requests until the listener has ended, and what was begun after that.
private struct WorkService: NamedService {
    let work: OngoingWork

    func run() async { await work.run { try? await gracefulShutdown() } }
}
