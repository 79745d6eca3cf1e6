// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import Deadlines
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import ServerKit
import TestEnvironment
import Testing

@testable import ConfigurationServer

/// The server on a real port over TLS.
@Suite(.timeLimit(.minutes(20))) struct ServiceTests {
    private func serving(
        _ test: TestServer, _ body: @escaping @Sendable (_ url: String, _ client: HTTPClient) async throws -> Void
    ) async throws {
        let authority = try DevelopmentCertificateAuthority(directory: test.directory.appending(path: "tls"), now: Date())
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates([try NIOSSLCertificate(bytes: authority.rootCertificate, format: .der)])
        let client = HTTPClient(configuration: HTTPClient.Configuration(tlsConfiguration: tls))
        let (ports, running) = AsyncStream<Int>.makeStream()
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await ConfigurationServerService(
                        server: test.server, host: "localhost", port: 0, tls: authority.identity.serverConfiguration, timeouts: .patient,
                        interval: .milliseconds(5), logger: test.log.logger
                    ) { port in running.yield(port) }.run()
                }
                group.addTask {
                    for await port in ports {
                        try await body("https://localhost:\(port)", client)
                        break
                    }
                }
                try await group.next()
                group.cancelAll()
            }
        } catch is CancellationError {
        }
        try await client.shutdown()
    }

    @Test func `a file replaced during service is noticed automatically`() async throws {
        let test = try TestServer()
        try test.put(test.policy(1))
        try await serving(test) { url, client in
            let first = try await client.execute(HTTPClientRequest(url: url + "/api/v1/update-policy"), timeout: .seconds(60))
            let tag = try #require(first.headers.first(name: "etag"))
            let token = try test.policy(2)
            try Data(token.utf8).write(to: test.directory.appending(path: "update-policy.jwt"), options: .atomic)
            var request = HTTPClientRequest(url: url + "/api/v1/update-policy")
            request.headers.add(name: "if-none-match", value: tag)
            var answer = try await client.execute(request, timeout: .seconds(60))
            while answer.status == .notModified { answer = try await client.execute(request, timeout: .seconds(60)) }
            #expect(answer.status == .ok)
            #expect(String(buffer: try await answer.body.collect(upTo: 100_000)) == token)
        }
    }

    @Test func `a body of ten million bytes and endless headers are rejected, and the server continues`() async throws {
        let test = try TestServer()
        try test.put(test.policy(1))
        try await serving(test) { url, client in
            var large = HTTPClientRequest(url: url + "/api/v1/update-policy")
            large.method = .POST
            large.body = .bytes([UInt8](repeating: 0x30, count: 10_000_000))
            let refused = try? await client.execute(large, timeout: .seconds(60))
            #expect(refused == nil || refused?.status == .methodNotAllowed)
            // The client does not send its next request behind the unread body.
            #expect(refused == nil || refused?.headers.first(name: "connection") == "close")
            var endless = HTTPClientRequest(url: url + "/api/v1/update-policy")
            endless.headers.add(name: "x-long", value: String(repeating: "a", count: 100_000))
            let answer = try? await client.execute(endless, timeout: .seconds(60))
            #expect(answer == nil || answer?.status != .ok)
            let good = try await client.execute(HTTPClientRequest(url: url + "/api/v1/update-policy"), timeout: .seconds(60))
            #expect(good.status == .ok)
        }
    }
}
