// SPDX-License-Identifier: EUPL-1.2

import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
package import NIOSSL
import ServiceLifecycle

/// A simulated login provider on a TLS port of its own.
///
/// As a service it runs until it is cancelled or asked to shut down; then it takes no more connections, finishes the requests at work and
/// returns.
package struct DigiDSimulatorService: Service {
    private let simulator: DigiDSimulator
    private let host: String
    private let port: Int
    private let tls: TLSConfiguration
    private let onRunning: @Sendable (_ port: Int) async -> Void

    /// A server that is not running yet.
    ///
    /// - Parameters:
    ///   - host: the name or address to listen on.
    ///   - port: 0 for any free one.
    ///   - tls: certificate and key.
    ///   - onRunning: called once with the port on which it listens.
    package init(
        simulator: DigiDSimulator, host: String, port: Int, tls: TLSConfiguration,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) {
        self.simulator = simulator
        self.host = host
        self.port = port
        self.tls = tls
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
            router: simulator.router(), server: try .tls(http, tlsConfiguration: tls),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port), availableConnectionsDelegate: .maximum(1000, logger: simulator.logger)),
            onServerRunning: { [onRunning] channel in await onRunning(channel.localAddress?.port ?? 0) },
            logger: simulator.logger)
        try await application.run()
    }
}
