// SPDX-License-Identifier: EUPL-1.2

import Deadlines
package import HTTPChannels
package import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
package import ServiceLifecycle

/// A router with its own port; the base of all servers of the backend.
///
/// The service runs until it is cancelled or asked to shut down. At a shutdown it accepts no more connections, finishes the requests in
/// progress and returns. Several services can run in one process.
package struct HTTPService<Context: RequestContext>: NamedService where Context.Source == ApplicationRequestContextSource {
    private let listener: HTTPListener
    private let services: [any Service]
    private let executors: EventLoopExecutors?
    private let logger: Logger
    private let observe: @Sendable (ConnectionEvent) -> Void
    private let onRunning: @Sendable (_ port: Int) async -> Void
    private let router: @Sendable () -> Router<Context>

    /// Creates a server that is not running yet.
    ///
    /// - Parameters:
    ///   - services: further services that run as long as the server.
    ///   - executors: serve each connection on its own event loop, for routes that never block; nil for Swift's own threads.
    ///   - logger: receives messages of the framework, such as failed handshakes.
    ///   - observe: receives an event for each connection that is opened, closed or cut.
    ///   - onRunning: called once with the port of the server.
    ///   - router: creates the routes when the server starts.
    package init(
        _ listener: HTTPListener, services: [any Service] = [], on executors: EventLoopExecutors? = nil, logger: Logger,
        observe: @escaping @Sendable (ConnectionEvent) -> Void = { _ in },
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }, router: @escaping @Sendable () -> Router<Context>
    ) {
        self.listener = listener
        self.services = services
        self.executors = executors
        self.logger = logger
        self.observe = observe
        self.onRunning = onRunning
        self.router = router
    }

    /// Serves until the service is shut down.
    ///
    /// - Throws: `ListenError` if host or port are unavailable.
    package func run() async throws {
        let (limits, timeouts) = (listener.limits, listener.timeouts)
        let table = ConnectionTable(limits, observe: observe)
        let cancellation = FrameworkLog.Cancellation()
        let frameworkLogger = Logger(label: logger.label) { _ in FrameworkLog(logger, until: cancellation) }
        let http = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                ConnectionGuard(limits, timeouts, table: table), RequestDeadline(timeouts.request), UnreadBody(),
            ],
            idleTimeout: TimeAmount(timeouts.idle),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: limits.maximumFieldBytes, maxHeaderListSize: limits.maximumHeaderBytes,
                maxHeaderFieldCount: limits.maximumFields))
        let application = Application(
            router: router(),
            server: listener.tls.map { tls in .served(http, on: executors) { try TLSChannel($0, tlsConfiguration: tls) } }
                ?? .served(http, on: executors),
            configuration: ApplicationConfiguration(
                address: .hostname(listener.host, port: listener.port), backlog: 1024,
                availableConnectionsDelegate: .maximum(limits.maximumConnections, logger: frameworkLogger)),
            services: services, onServerRunning: { [onRunning] channel in await onRunning(channel.localAddress?.port ?? 0) },
            eventLoopGroupProvider: executors.map { .shared($0.group) } ?? .singleton, logger: frameworkLogger)
        do {
            try await withTaskCancellationHandler {
                try await application.run()
            } onCancel: {
                cancellation.note()
            }
        } catch {
            let address = ListeningAddress(host: listener.host, port: listener.port)
            if let refusal = ListenError(address, error) { throw refusal }
            throw error
        }
    }
}
