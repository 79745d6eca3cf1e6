// SPDX-License-Identifier: EUPL-1.2

import Hummingbird
import HummingbirdTLS
package import Logging
import NIOCore
import ServiceLifecycle
package import WalletProvider

/// A provider on a TLS port. Any number of them can run in one process.
///
/// As a service it runs until it is cancelled or asked to shut down; then it takes no more connections, finishes the requests at work and
/// returns.
package struct ProviderServer: Service {
    private let provider: WalletProvider
    private let host: String
    private let port: Int
    private let identity: TLSIdentity
    private let limits: RequestLimits
    private let logger: Logger
    private let onRunning: @Sendable (_ port: Int) async -> Void

    /// A server that is not running yet.
    ///
    /// - Parameters:
    ///   - host: the name or address to listen on.
    ///   - port: 0 for any free one.
    ///   - identity: certificate and key for TLS.
    ///   - limits: how many requests it answers.
    ///   - logger: see `ProviderRoutes`.
    ///   - onRunning: called once with the port on which it listens.
    package init(
        provider: WalletProvider, host: String, port: Int, identity: TLSIdentity, limits: RequestLimits, logger: Logger,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) {
        self.provider = provider
        self.host = host
        self.port = port
        self.identity = identity
        self.limits = limits
        self.logger = logger
        self.onRunning = onRunning
    }

    /// Serves until told to stop.
    ///
    /// - Throws: what NIO throws when the port cannot be had.
    package func run() async throws {
        let routes = ProviderRoutes(provider: provider, limiter: RequestLimiter(limits), logger: logger) {
            UInt64.random(in: .min ... .max).hexadecimal
        }
        let application = Application(
            router: routes.router(),
            server: try .tls(
                .http1(configuration: .init(idleTimeout: .seconds(30))), tlsConfiguration: identity.serverConfiguration),
            configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
            services: [ExpirySweep(provider: provider, interval: .seconds(60))],
            onServerRunning: { [onRunning] channel in await onRunning(channel.localAddress?.port ?? 0) },
            logger: logger)
        try await application.run()
    }
}

/// Removes what is over, at the start and then once in every interval.
struct ExpirySweep: Service {
    let provider: WalletProvider
    let interval: Duration

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                // A failure is reported by the provider; the next round tries again.
                try? await provider.removeExpired()
                try await Task.sleep(for: interval)
            }
        }
    }
}

extension UInt64 {
    /// 16 digits.
    fileprivate var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
