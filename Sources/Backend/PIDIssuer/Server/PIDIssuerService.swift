// SPDX-License-Identifier: EUPL-1.2

import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
package import NIOSSL
import ServiceLifecycle

/// An issuer on a TLS port of its own.
///
/// As a service it runs until it is cancelled or asked to shut down; then it takes no more connections, finishes the requests at work and
/// returns.
package struct PIDIssuerService: Service {
    private let issuer: PIDIssuer
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
        issuer: PIDIssuer, host: String, port: Int, tls: TLSConfiguration,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) {
        self.issuer = issuer
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
                httpDecoderConfiguration: .init(maxHeaderFieldSize: 16384, maxHeaderListSize: 32768, maxHeaderFieldCount: 100)))
        let application = Application(
            router: IssuerRoutes(issuer: issuer).router(), server: try .tls(http, tlsConfiguration: tls),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port), availableConnectionsDelegate: .maximum(1000, logger: issuer.logger)),
            services: [IssuerSweep(issuer: issuer, interval: .seconds(60))],
            onServerRunning: { [onRunning] channel in await onRunning(channel.localAddress?.port ?? 0) },
            logger: issuer.logger)
        try await application.run()
    }
}

/// Removes what is over, at the start and then once in every interval.
struct IssuerSweep: Service {
    let issuer: PIDIssuer
    let interval: Duration

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                do {
                    try await issuer.removeExpired()
                } catch {
                    // At the end of the program what is under way is cancelled; that is no failure.
                    if !Task.isCancelled { issuer.logger.error("sweep", metadata: ["error": "\(error)"]) }
                }
                try await Task.sleep(for: interval)
            }
        }
    }
}
