// SPDX-License-Identifier: EUPL-1.2

import Deadlines
package import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
package import ServiceLifecycle

/// A router with its own port; the base of all servers of the backend.
///
/// The service runs until it is cancelled or asked to shut down. It then accepts no more connections, finishes the requests in progress and
/// returns. Several services can run in one process.
package struct HTTPService<Context: RequestContext>: NamedService where Context.Source == ApplicationRequestContextSource {
    private let listener: HTTPListener
    private let services: [any Service]
    private let logger: Logger
    private let observe: @Sendable (ConnectionEvent) -> Void
    private let onRunning: @Sendable (_ port: Int) async -> Void
    private let router: @Sendable () -> Router<Context>

    /// Creates a server that is not running yet.
    ///
    /// - Parameters:
    ///   - services: further services that run as long as the server.
    ///   - logger: receives messages of the framework, such as failed handshakes.
    ///   - observe: receives an event for each connection that is opened, closed or cut.
    ///   - onRunning: called once with the port of the server.
    ///   - router: creates the routes when the server starts.
    package init(
        _ listener: HTTPListener, services: [any Service] = [], logger: Logger,
        observe: @escaping @Sendable (ConnectionEvent) -> Void = { _ in },
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }, router: @escaping @Sendable () -> Router<Context>
    ) {
        self.listener = listener
        self.services = services
        self.logger = logger
        self.observe = observe
        self.onRunning = onRunning
        self.router = router
    }

    /// Serves until told to stop.
    ///
    /// - Throws: `ListenError` if the port is unavailable.
    package func run() async throws {
        let (limits, timeouts) = (listener.limits, listener.timeouts)
        let table = ConnectionTable(limits, observe: observe)
        let http = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [ConnectionGuard(limits, timeouts, table: table), RequestDeadline(timeouts.request)],
                idleTimeout: TimeAmount(timeouts.idle),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: limits.maximumFieldBytes, maxHeaderListSize: limits.maximumHeaderBytes,
                    maxHeaderFieldCount: limits.maximumFields)))
        let application = Application(
            router: router(), server: try listener.tls.map { try .tls(http, tlsConfiguration: $0) } ?? http,
            configuration: ApplicationConfiguration(
                address: .hostname(listener.host, port: listener.port), backlog: 1024,
                availableConnectionsDelegate: .maximum(limits.maximumConnections, logger: logger)),
            services: services, onServerRunning: { [onRunning] channel in await onRunning(channel.localAddress?.port ?? 0) },
            logger: logger)
        do {
            try await application.run()
        } catch let error as IOError {
            throw ListenError(listener, error)
        }
    }
}
