// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import Foundation
import JSON
import Logging
import NIOCore
import NIOHTTP1
import PhoneSimulator
import Testing
import WalletApp

@testable import PhoneWeb

/// A workbench served on a real port during a test.
struct TestServer: Sendable {
    let phone: TestPhone
    /// `http://127.0.0.1:port`.
    let origin: String
    /// The first start token.
    let token: String
    /// The addresses announced after the first one.
    let addresses: AsyncStream<String>
    /// The address to which requests go, when it is not that of the page.
    var target: String?

    /// Serves while the body runs.
    ///
    /// - Parameters:
    ///   - pages: the pages that the phone's browser finds.
    ///   - listen: the IP address of the socket.
    static func serving(
        pages: Pages = Pages(), listen: String = "127.0.0.1", _ body: @Sendable @escaping (TestServer) async throws -> Void
    ) async throws {
        let phone = try TestPhone(pages: pages)
        let (addresses, announce) = AsyncStream.makeStream(of: String.self)
        let server = PhoneWebServer(
            workbench: phone.workbench, listen: listen, port: 0, randomBytes: { (0..<$0).map { _ in UInt8.random(in: .min ... .max) } },
            idle: Self.patience, heartbeat: .milliseconds(50), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { announce.yield($0) }
        try await withThrowingTaskGroup { group in
            group.addTask {
                defer { announce.finish() }
                try await server.run()
            }
            var first = addresses.makeAsyncIterator()
            guard let address = await first.next() else {
                // The server ended before it served, with an error.
                try await group.waitForAll()
                throw CancellationError()
            }
            let parts = address.split(separator: "/#")
            try await body(TestServer(phone: phone, origin: String(parts[0]), token: String(parts[1]), addresses: addresses))
            group.cancelAll()
        }
    }

    /// The same server, reached at another IP address as through a forwarded port: requests keep the page's Host unless they have one.
    func forwarded(to address: String) -> TestServer {
        var server = self
        server.target = origin.replacing("127.0.0.1", with: address)
        return server
    }

    /// Returns the headers that our own page sends, with an optional bearer.
    func headers(bearer: String? = nil) -> [(String, String)] {
        [("Origin", origin), ("Sec-Fetch-Site", "same-origin"), ("Content-Type", "application/json")]
            + (bearer.map { [("Authorization", "Bearer \($0)")] } ?? [])
    }

    /// Opens a session with a start token.
    func bearer(for token: String? = nil) async throws -> String {
        let response = try await send("POST", "/session", headers: headers(), body: #"{"token":"\#(token ?? self.token)"}"#)
        try #require(response.status == 200)
        var reader = JSONReader(try JSONObject(parsing: Array(response.body.utf8)))
        return try reader.string("bearer")
    }

    /// The time limit of server, client and browser in these tests. Only a part that hangs reaches it, also while all tests run together.
    static let patience = Duration.seconds(600)

    /// A client that follows no redirect, and tries a connection once.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: TimeAmount(TestServer.patience)))
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(configuration: configuration)
    }()

    /// Sends one request exactly as given.
    func send(_ method: String, _ path: String, headers: [(String, String)] = [], body: String? = nil) async throws -> TestResponse {
        let response = try await Self.client.execute(request(method, path, headers, body), timeout: TimeAmount(Self.patience))
        return TestResponse(
            status: Int(response.status.code), headers: response.headers,
            body: String(buffer: try await response.body.collect(upTo: 1 << 20)))
    }

    /// Returns the status of a request for the page to an IP address, with a Host of its own; nil if nothing listens there.
    func status(at address: String, host: String) async -> Int? {
        let port = origin.split(separator: ":").last ?? ""
        var request = HTTPClientRequest(url: "http://\(address):\(port)/")
        request.headers = ["Host": "\(host):\(port)"]
        return try? await Int(Self.client.execute(request, timeout: TimeAmount(Self.patience)).status.code)
    }

    /// Sends a request and expects a status and, except for 200, an empty body.
    func expect(
        _ status: Int, _ method: String, _ path: String, headers: [(String, String)] = [], body: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let response = try await send(method, path, headers: headers, body: body)
        #expect(response.status == status, "\(method) \(path)", sourceLocation: sourceLocation)
        #expect(status == 200 || response.body.isEmpty, sourceLocation: sourceLocation)
    }

    /// Opens a page's stream and passes its events (`:` for a heartbeat) until the body returns or the program ends the stream.
    func following(bearer: String, _ body: @Sendable (AsyncStream<String>) async throws -> Void) async throws {
        let response = try await Self.client.execute(
            request("GET", "/events", headers(bearer: bearer), nil), timeout: TimeAmount(Self.patience))
        try #require(response.status == .ok)
        #expect(response.headers.first(name: "content-type") == "text/event-stream")
        let (events, pieces) = AsyncStream.makeStream(of: String.self)
        try await withThrowingTaskGroup { group in
            group.addTask {
                var text = ""
                for try await buffer in response.body {
                    text += String(buffer: buffer)
                    while let end = text.firstRange(of: "\n\n") {
                        pieces.yield(String(text[..<end.lowerBound]))
                        text = String(text[end.upperBound...])
                    }
                }
                pieces.finish()
            }
            try await body(events)
            group.cancelAll()
            while await group.nextResult() != nil {}
        }
    }

    private func request(_ method: String, _ path: String, _ headers: [(String, String)], _ body: String?) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: (target ?? origin) + path)
        request.method = HTTPMethod(rawValue: method)
        request.headers = HTTPHeaders(headers)
        if target != nil, !request.headers.contains(name: "Host") {
            request.headers.add(name: "Host", value: String(origin.dropFirst("http://".count)))
        }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        return request
    }
}

/// A response.
struct TestResponse: Sendable {
    let status: Int
    let headers: HTTPHeaders
    let body: String
}
