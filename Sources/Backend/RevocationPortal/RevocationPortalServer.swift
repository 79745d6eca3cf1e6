// SPDX-License-Identifier: EUPL-1.2

import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
package import NIOSSL
import ServiceLifecycle

/// A revocation portal on a port of its own.
///
/// As a service it runs until it is cancelled or asked to shut down; then it takes no more connections, finishes the requests at work and
/// returns.
package struct RevocationPortalServer: Service {
    private let portal: RevocationPortal
    private let host: String
    private let port: Int
    private let tls: TLSConfiguration?
    private let onRunning: @Sendable (_ port: Int) async -> Void

    /// A server that is not running yet.
    ///
    /// - Parameters:
    ///   - host: the name or address to listen on.
    ///   - port: 0 for any free one.
    ///   - tls: certificate and key; nil for plain HTTP, which is for loopback and for a proxy in front that ends TLS.
    ///   - onRunning: called once with the port on which it listens.
    package init(
        portal: RevocationPortal, host: String, port: Int, tls: TLSConfiguration?,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) {
        self.portal = portal
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
            router: portal.router(), server: try tls.map { try .tls(http, tlsConfiguration: $0) } ?? http,
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port), availableConnectionsDelegate: .maximum(1000, logger: portal.logger)),
            onServerRunning: { [onRunning] channel in await onRunning(channel.localAddress?.port ?? 0) },
            logger: portal.logger)
        try await application.run()
    }
}
