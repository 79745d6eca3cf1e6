// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL
import ProviderProtocol

/// An HTTPS client with persistent connections.
struct Client: Sendable {
    private let http: HTTPClient

    /// Runs `body` with a client that trusts only one root.
    static func with<Value: Sendable>(
        trusting root: String, connections: Int, _ body: (Client) async throws -> Value
    ) async throws -> Value {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(root))
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        let http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let value = try await body(Client(http: http))
            try await http.shutdown()
            return value
        } catch {
            try? await http.shutdown()
            throw error
        }
    }

    /// The client as a phone's transport.
    func exchange(at origin: String) -> BenchmarkPhone.Exchange {
        { endpoint, body in
            endpoint == .beacon ? try await get(origin + endpoint.path) : try await post(origin + endpoint.path, body)
        }
    }

    /// The client as the transport of a paced load's unlocks.
    func pacedExchange(at origin: String) -> PacedLoad.Exchange {
        { trace, body in try await post(origin + Endpoint.instruction(.checkPIN).path, body, trace: trace) }
    }

    /// Sends a body; returns the response's status, bytes and total time.
    func answer(to body: [UInt8], at url: String) async throws -> (status: UInt, bytes: [UInt8], time: Duration) {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: body))
        let start = ContinuousClock.now
        let response = try await http.execute(request, timeout: .seconds(60))
        let answer = try await response.body.collect(upTo: 1 << 20)
        return (response.status.code, Array(answer.readableBytesView), ContinuousClock.now - start)
    }

    /// Returns the response body of a GET; throws for any status but 200.
    func get(_ url: String) async throws -> [UInt8] {
        let response = try await http.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
        let answer = try await response.body.collect(upTo: 1 << 20)
        guard response.status == .ok else {
            throw BenchmarkError("the server answered \(response.status.code): \(String(buffer: answer))")
        }
        return Array(answer.readableBytesView)
    }

    /// Sends a body and returns the response body; throws for any status but 200 and 201.
    ///
    /// - Parameter trace: the id of a trace, which the server continues.
    func post(_ url: String, _ body: [UInt8], trace: String? = nil) async throws -> [UInt8] {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        if let trace { request.headers.add(name: "traceparent", value: "00-\(trace)-0000000000000001-01") }
        request.body = .bytes(ByteBuffer(bytes: body))
        let response = try await http.execute(request, timeout: .seconds(60))
        let answer = try await response.body.collect(upTo: 1 << 20)
        guard [200, 201].contains(response.status.code) else {
            throw BenchmarkError("the server answered \(response.status.code): \(String(buffer: answer))")
        }
        return Array(answer.readableBytesView)
    }
}
