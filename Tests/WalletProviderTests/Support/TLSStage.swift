// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import Deadlines
import Foundation
import NIOCore
import NIOSSL
import ServerKit
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderHTTP

/// A provider on real TLS ports, with clients for it.
struct TLSStage: Sendable {
    let test: TestProvider
    let authority: DevelopmentCertificateAuthority
    let log = LogRecorder()

    init() throws {
        test = try TestProvider()
        authority = try DevelopmentCertificateAuthority(directory: test.directory.url.appending(path: "tls"), now: Date())
    }

    /// Runs a server on a free port during the body.
    ///
    /// - Parameter steady: returns monotonic time, for the limits.
    func serving(
        limits: RequestLimits = .none, steady: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        _ body: @escaping @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let server = ProviderServer(
            provider: test.provider, host: "127.0.0.1", port: 0, identity: authority.identity, timeouts: .patient, limits: limits,
            steady: steady, logger: log.logger,
            onRunning: { continuation.yield($0) })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            let port = try #require(await ports.first { _ in true })
            try await body(port)
            group.cancelAll()
            while let result = await group.nextResult() {
                if case .failure(let error) = result, !(error is CancellationError) { throw error }
            }
        }
    }

    /// Calls the body with a client that trusts these roots. The client must be shut down in any case, or it would end the process.
    ///
    /// - Parameter retries: true connects again until the time limit; false reports the first failure.
    func withClient(trusting roots: [[UInt8]], retries: Bool = true, _ body: (HTTPClient) async throws -> Void) async throws {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(try roots.map { try NIOSSLCertificate(bytes: $0, format: .der) })
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
        configuration.timeout = .init(connect: .seconds(60), read: .seconds(60))
        configuration.connectionPool.retryConnectionEstablishment = retries
        try await HTTPClient.withHTTPClient(configuration: configuration, body)
    }
}
