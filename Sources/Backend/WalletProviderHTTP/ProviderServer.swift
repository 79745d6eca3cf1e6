// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
import HTTPChannels
import Hummingbird
package import Logging
package import ServerKit
import ServiceLifecycle
package import WalletProvider

/// A provider with its own TLS port. Several servers can run in one process.
///
/// The service runs until it is cancelled or asked to shut down. At a shutdown it accepts no more connections, finishes the requests in
/// progress and returns.
package struct ProviderServer: NamedService {
    private let service: HTTPService<ProviderContext>

    /// Creates a server that is not running yet.
    ///
    /// - Parameters:
    ///   - provider: executes the requests.
    ///   - host: the name or address to listen on.
    ///   - port: 0 for any free port.
    ///   - identity: certificate and key for TLS; nil for plain HTTP, for loopback or behind a proxy that terminates TLS.
    ///   - timeouts: the time limits of connections and requests.
    ///   - limits: the limits on requests.
    ///   - connections: the limits of one connection. The trusted proxies come from `limits`.
    ///   - steady: returns monotonic time, for the limits on requests.
    ///   - logger: see `ProviderRoutes`.
    ///   - onRunning: called once with the port of the server.
    ///   - observe: receives the metrics of each request.
    ///   - observeConnections: receives an event for each connection that is opened, closed or cut.
    package init(
        provider: WalletProvider, host: String, port: Int, identity: TLSIdentity?, timeouts: Timeouts, limits: RequestLimits,
        connections: ConnectionLimits = ProviderServer.standardConnections,
        steady: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }, logger: Logger,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in },
        observe: @escaping @Sendable (AnsweredRequest) -> Void = { _ in },
        observeConnections: @escaping @Sendable (ConnectionEvent) -> Void = { _ in }
    ) {
        var connections = connections
        connections.trustedProxies = limits.trustedProxies
        let work = OngoingWork()
        let executors = EventLoopExecutors(EventLoopGroupProvider.singleton.eventLoopGroup)
        let routes = ProviderRoutes(
            provider: provider, limiter: RequestLimiter(limits, clock: steady), timeouts: timeouts, logger: logger, work: work,
            observe: observe)
        service = HTTPService(
            HTTPListener(host: host, port: port, tls: identity?.serverConfiguration, timeouts: timeouts, limits: connections),
            // Removes expired data periodically. The provider reports failures.
            services: [
                WorkService(work: work, executors: executors.all),
                RepeatedWork(every: .seconds(60)) { try? await provider.removeExpired() },
            ],
            on: executors, logger: logger,
            observe: observeConnections, onRunning: onRunning
        ) { routes.router() }
    }

    /// The limits for a server that many phones use at once: messages are small and headers short.
    package static let standardConnections = ConnectionLimits(maximumConnections: 4096)

    /// Serves until the service is shut down.
    ///
    /// - Throws: an error of NIO if the port is unavailable.
    package func run() async throws { try await service.run() }
}

/// Runs the requests' work until the listener has ended, and the work that continues after that.
private struct WorkService: NamedService {
    let work: OngoingWork
    let executors: [any TaskExecutor]

    func run() async { await work.run(on: executors) { try? await gracefulShutdown() } }
}
