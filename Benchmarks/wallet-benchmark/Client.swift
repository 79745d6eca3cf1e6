// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL
import ProviderProtocol

/// An HTTPS client with connections that are kept.
struct Client: Sendable {
    private let http: HTTPClient

    /// A client that trusts one root only, until the body is over.
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

    /// What a phone needs of it.
    func exchange(at origin: String) -> BenchmarkPhone.Exchange {
        { endpoint, body in try await post(origin + endpoint.path, body) }
    }

    /// Sends a body and returns the answer's status and bytes, and how long it took until all of it was there.
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

    /// Sends a body and returns the answer's; anything but 200 and 201 is an error.
    func post(_ url: String, _ body: [UInt8]) async throws -> [UInt8] {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: body))
        let response = try await http.execute(request, timeout: .seconds(60))
        let answer = try await response.body.collect(upTo: 1 << 20)
        guard [200, 201].contains(response.status.code) else {
            throw BenchmarkError("the server answered \(response.status.code): \(String(buffer: answer))")
        }
        return Array(answer.readableBytesView)
    }
}
