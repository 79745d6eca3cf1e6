// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOSSL
import ProviderProtocol
import RevocationPortal
import ServerKit
import TestEnvironment
import Testing

/// The portal on a real port.
@Suite(.timeLimit(.minutes(20)))
struct ServerTests {
    /// Runs a portal on a free port and a client that follows no redirects during the body. The client must be shut down in any case, or it
    /// would end the process.
    private func serving(
        _ test: TestPortal, tls: TLSConfiguration? = nil, trusting trust: TLSConfiguration? = nil,
        _ body: @escaping @Sendable (_ port: Int, _ client: HTTPClient) async throws -> Void
    ) async throws {
        let configuration = HTTPClient.Configuration(tlsConfiguration: trust, redirectConfiguration: .disallow)
        try await HTTPClient.withHTTPClient(configuration: configuration) { client in
            try await serving(test, tls: tls) { port in try await body(port, client) }
        }
    }

    /// Runs a portal on a free port during the body.
    private func serving(
        _ test: TestPortal, tls: TLSConfiguration?, _ body: @escaping @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let server = RevocationPortalServer(portal: test.portal, host: "127.0.0.1", port: 0, tls: tls) { continuation.yield($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            try await body(try #require(await ports.first { _ in true }))
            group.cancelAll()
            while let result = await group.nextResult() {
                if case .failure(let error) = result, !(error is CancellationError) { throw error }
            }
        }
    }

    /// Returns a browser for a port.
    private func browser(_ base: String, by client: HTTPClient) -> TestBrowser {
        TestBrowser { method, path, headers, body in
            var request = HTTPClientRequest(url: base + path)
            request.method = HTTPMethod(rawValue: method.rawValue)
            for field in headers { request.headers.add(name: field.name.rawName, value: field.value) }
            if !body.isEmpty { request.body = .bytes(ByteBuffer(bytes: body)) }
            let response = try await client.execute(request, timeout: .seconds(60))
            var answer = Answer(
                status: Int(response.status.code), headers: [:], body: String(buffer: try await response.body.collect(upTo: 1 << 20)))
            for (name, value) in response.headers { answer.add(name, value) }
            return answer
        }
    }

    @Test func `the portal serves over TLS with its own certificate`() async throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let authority = try DevelopmentCertificateAuthority(directory: directory.url, now: Date())
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates([try NIOSSLCertificate(bytes: authority.rootCertificate, format: .der)])
        let test = try TestPortal()
        let code = test.wallets.add(1)
        try await serving(test, tls: authority.identity.serverConfiguration, trusting: tls) { port, client in
            let browser = browser("https://localhost:\(port)", by: client)
            let page = try await browser.enter(code.text)
            #expect(page.screen == "Revoked")
        }
    }

    @Test func `behind a local proxy each client has its own tries and cannot pretend to have a different address`() async throws {
        let proxies = try TrustedProxies(["127.0.0.1", "10.0.0.0/8"])
        let test = try TestPortal(limits: TryLimits(perAddress: 1, inAll: 1000, window: .seconds(600)), proxies: proxies)
        try await serving(test) { port, client in
            let requests: [(forwarded: [String], status: Int)] = [
                (["198.51.100.1"], 303), (["198.51.100.1"], 429), (["1.1.1.1, 198.51.100.1"], 429),
                (["1.1.1.2", "198.51.100.1, 10.0.0.1"], 429), (["198.51.100.2"], 303), (["2001:db8:1:2::1"], 303),
                (["2001:db8:1:2:ffff::2"], 429), (["2001:db8:1:3::1"], 303), ([], 303), (["garbage"], 429),
            ]
            for (forwarded, status) in requests {
                let headers = TestBrowser.ours + forwarded.map { ("X-Forwarded-For", $0) }
                let answer = try await browser("http://127.0.0.1:\(port)", by: client).submit("x", headers: headers)
                #expect(answer.status == status, "\(forwarded)")
            }
        }
    }

    @Test func `without a proxy the socket's address counts, whatever the headers say`() async throws {
        let test = try TestPortal(limits: TryLimits(perAddress: 1, inAll: 1000, window: .seconds(600)))
        try await serving(test) { port, client in
            for (number, status) in [(1, 303), (2, 429), (3, 429)] {
                let headers = TestBrowser.ours + [("X-Forwarded-For", "198.51.100.\(number)"), ("Forwarded", "for=198.51.100.\(number)")]
                let browser = browser("http://127.0.0.1:\(port)", by: client)
                let answer = try await browser.submit("x", headers: headers)
                #expect(answer.status == status)
            }
        }
    }

    @Test func `a form opened on the loopback address is accepted only from that address`() async throws {
        let test = try TestPortal(origin: nil)
        try await serving(test) { port, client in
            let browser = browser("http://127.0.0.1:\(port)", by: client)
            let ours = try await browser.submit("x", headers: [("Origin", "http://127.0.0.1:\(port)")])
            #expect(ours.status == 303)
            for origin in ["http://localhost:\(port)", "http://127.0.0.1", "https://127.0.0.1:\(port)", "http://127.0.0.1:\(port + 1)"] {
                #expect(try await browser.submit("x", headers: [("Origin", origin)]).status == 403)
            }
        }
    }

    @Test func `a body of ten million bytes and endless headers are rejected, and the server continues`() async throws {
        let test = try TestPortal()
        try await serving(test) { port, client in
            let browser = browser("http://127.0.0.1:\(port)", by: client)
            let type = [("Content-Type", "application/x-www-form-urlencoded")]
            let large = try? await browser.request(
                .post, "/", headers: TestBrowser.ours + type, body: [UInt8](repeating: 0x30, count: 10_000_000))
            #expect(large == nil || large?.status == 413)
            let endless = try? await browser.get("/", headers: [("X-Long", String(repeating: "a", count: 100_000))])
            #expect(endless == nil || endless?.status != 200)
            let page = try await browser.get("/")
            #expect(page.status == 200)
        }
    }

    @Test func `the portal does not start on a port that is in use`() async throws {
        let test = try TestPortal()
        try await serving(test) { port, _ in
            let second = RevocationPortalServer(portal: test.portal, host: "127.0.0.1", port: port, tls: nil)
            await #expect(throws: (any Error).self) { try await second.run() }
        }
    }
}
