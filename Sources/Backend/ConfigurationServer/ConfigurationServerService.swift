// SPDX-License-Identifier: EUPL-1.2

import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
package import NIOSSL
import ServiceLifecycle

/// A configuration server on a port of its own.
///
/// As a service it runs until it is cancelled or asked to shut down; then it takes no more connections, finishes the requests at work and
/// returns.
package struct ConfigurationServerService: Service {
    private let server: ConfigurationServer
    private let host: String
    private let port: Int
    private let tls: TLSConfiguration
    private let interval: Duration
    private let logger: Logger
    private let onRunning: @Sendable (_ port: Int) async -> Void

    /// A server that is not running yet.
    ///
    /// - Parameters:
    ///   - host: the name or address to listen on.
    ///   - port: 0 for any free one.
    ///   - tls: certificate and key.
    ///   - interval: how often the files are looked at; they are read only when they changed.
    ///   - logger: gets what the framework has to say, such as a handshake that failed.
    ///   - onRunning: called once with the port on which it listens.
    package init(
        server: ConfigurationServer, host: String, port: Int, tls: TLSConfiguration, interval: Duration = .seconds(1), logger: Logger,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) {
        self.server = server
        self.host = host
        self.port = port
        self.tls = tls
        self.interval = interval
        self.logger = logger
        self.onRunning = onRunning
    }

    /// Serves until told to stop.
    ///
    /// - Throws: what NIO throws when the port cannot be had.
    package func run() async throws {
        let http = HTTPServerBuilder.http1(
            configuration: .init(
                idleTimeout: .seconds(10),
                httpDecoderConfiguration: .init(maxHeaderFieldSize: 8192, maxHeaderListSize: 16384, maxHeaderFieldCount: 100)))
        let application = Application(
            router: server.router(), server: try .tls(http, tlsConfiguration: tls),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port), availableConnectionsDelegate: .maximum(1000, logger: logger)),
            services: [DocumentWatch(server: server, interval: interval)],
            onServerRunning: { [onRunning] channel in await onRunning(channel.localAddress?.port ?? 0) },
            logger: logger)
        try await application.run()
    }
}
