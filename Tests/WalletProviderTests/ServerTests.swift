// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOSSL
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderHTTP

/// The server on a real TLS port.
struct ServerTests {
    let test: TestProvider
    let authority: DevelopmentCertificateAuthority
    let log = LogRecorder()

    init() throws {
        test = try TestProvider()
        authority = try DevelopmentCertificateAuthority(directory: test.directory.url.appending(path: "tls"), now: Date())
    }

    /// Runs a server on a free port for the time of the body.
    func serving(_ body: @escaping @Sendable (_ port: Int) async throws -> Void) async throws {
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let server = ProviderServer(
            provider: test.provider, host: "127.0.0.1", port: 0, identity: authority.identity, logger: log.logger,
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

    func client(trusting roots: [[UInt8]]) throws -> HTTPClient {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(try roots.map { try NIOSSLCertificate(bytes: $0, format: .der) })
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
        configuration.timeout = .init(connect: .seconds(1), read: .seconds(3))
        return HTTPClient(configuration: configuration)
    }

    /// The server's keys, over TLS.
    func keys(_ client: HTTPClient, from base: String) async throws -> [UInt8] {
        let response = try await client.execute(HTTPClientRequest(url: base + Endpoint.keys.path), timeout: .seconds(3))
        return Array(try await response.body.collect(upTo: 1 << 16).readableBytesView)
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["localhost", "127.0.0.1"])
    func `it answers a client that trusts the authority, under both names`(_ host: String) async throws {
        let client = try client(trusting: [authority.rootCertificate])
        try await serving { port in
            let received = try await keys(client, from: "https://\(host):\(port)")
            #expect(try await received == test.provider.publicKeys())
        }
        try await client.shutdown()
    }

    @Test(.timeLimit(.minutes(1)))
    func `a client that trusts another authority does not speak to it`() async throws {
        let other = try DevelopmentCertificateAuthority(directory: test.directory.url.appending(path: "other"), now: Date())
        let client = try client(trusting: [other.rootCertificate])
        try await serving { port in
            await #expect(throws: (any Error).self) { try await keys(client, from: "https://localhost:\(port)") }
        }
        try await client.shutdown()
    }

    @Test(.timeLimit(.minutes(1)))
    func `several run in one process, and a taken port is an error`() async throws {
        let client = try client(trusting: [authority.rootCertificate])
        try await serving { first in
            try await serving { second in
                #expect(first != second)
                for port in [first, second] {
                    let received = try await keys(client, from: "https://localhost:\(port)")
                    #expect(try await received == test.provider.publicKeys())
                }
                let third = ProviderServer(
                    provider: test.provider, host: "127.0.0.1", port: second, identity: authority.identity, logger: log.logger)
                await #expect(throws: (any Error).self) { try await third.run() }
            }
        }
        try await client.shutdown()
    }
}
