// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
public import PlatformSupport

/// HTTPS with AsyncHTTPClient, pinned to the roots of each request.
public struct OutsideNetwork: NetworkBridge {
    public init() {}

    public func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        guard request.url.hasPrefix("https://"), let client = Self.client(for: request) else { throw .unreachable }
        let result = await withTaskGroup(of: Result<NetworkResponse, NetworkError>.self) { group in
            group.addTask { await Self.result(of: request, client) }
            // The client's own time limit ends with the header.
            group.addTask {
                try? await Task.sleep(for: request.timeout)
                return .failure(.lost)
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(.lost)
        }
        try? await client.shutdown()
        return try result.get()
    }

    private static func result(of request: NetworkRequest, _ client: HTTPClient) async -> Result<NetworkResponse, NetworkError> {
        do {
            return .success(try await exchange(request, client))
        } catch let error as HTTPClientError {
            return .failure(error == .connectTimeout ? .unreachable : .lost)
        } catch is NIOTooManyBytesError {
            return .failure(.lost)
        } catch is CancellationError {
            return .failure(.lost)
        } catch {
            // No connection, or not the pinned server.
            return .failure(.unreachable)
        }
    }

    private static func exchange(_ request: NetworkRequest, _ client: HTTPClient) async throws -> NetworkResponse {
        var sent = HTTPClientRequest(url: request.url)
        sent.method = .RAW(value: request.method.rawValue)
        for field in request.headers { sent.headers.add(name: field.name, value: field.value) }
        if !sent.headers.contains(name: "accept") {
            sent.headers.add(name: "accept", value: "application/json, application/problem+json, application/jwt")
        }
        if !request.body.isEmpty {
            if !sent.headers.contains(name: "content-type") { sent.headers.add(name: "content-type", value: "application/json") }
            sent.body = .bytes(request.body)
        }
        if let validator = request.validator { sent.headers.add(name: "if-none-match", value: validator) }
        let timeout = request.timeout / .nanoseconds(1)
        let answer = try await client.execute(sent, timeout: .nanoseconds(Int64(timeout)))
        let body = try await answer.body.collect(upTo: request.maximumResponseSize)
        let mediaType = (answer.headers["content-type"].first ?? "").prefix { $0 != ";" }
        return NetworkResponse(
            status: Int(answer.status.code),
            mediaType: mediaType.trimmingCharacters(in: .whitespaces).lowercased(),
            body: Array(body.readableBytesView), validator: answer.headers["etag"].first,
            headers: answer.headers.map { NetworkHeaderField($0.name, $0.value) })
    }

    private static func client(for request: NetworkRequest) -> HTTPClient? {
        let roots = request.trustedRoots
        guard !roots.isEmpty, let certificates = try? roots.map({ try NIOSSLCertificate(bytes: $0, format: .der) }) else { return nil }
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(certificates)
        // A server that does not connect is unreachable; so the connection ends before the request's time limit.
        let connect = Int64(request.timeout / .nanoseconds(1)) / 3 * 2
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow, timeout: .init(connect: .nanoseconds(connect)))
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }
}
