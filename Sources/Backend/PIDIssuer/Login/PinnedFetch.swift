// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL
package import OpenID4VCI
import ServerKit

/// An HTTP client for servers with known roots. It trusts only these roots and limits time and size. It follows redirects only on request.
/// It opens a connection for each call, because logins are rare. A call on behalf of a request continues its trace, but not behind a
/// redirect.
package struct PinnedFetch: Sendable {
    private let configuration: HTTPClient.Configuration
    private let timeout: TimeAmount
    private let limit: Duration
    private let clock: any Clock<Duration>
    private let resolve: @Sendable (String) -> String

    /// The errors of the client's own time limits, which may pass a moment before `limit`.
    private static let timeouts: [HTTPClientError] = [
        .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout, .readTimeout, .deadlineExceeded,
    ]

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - roots: the only trusted roots, in DER; nil for the system's roots.
    ///   - timeout: the time limit for the complete answer.
    ///   - clock: measures the time limit.
    ///   - resolve: maps an address to the address to connect to; the same address by default.
    /// - Throws: an error of NIOSSL for an invalid certificate.
    package init(
        roots: [[UInt8]]?, timeout: Duration, clock: any Clock<Duration> = ContinuousClock(),
        resolve: @escaping @Sendable (String) -> String = { $0 }
    ) throws {
        var tls = TLSConfiguration.makeClientConfiguration()
        if let roots { tls.trustRoots = .certificates(try roots.map { try NIOSSLCertificate(bytes: $0, format: .der) }) }
        tls.minimumTLSVersion = .tlsv12
        self.timeout = .nanoseconds(Int64(timeout / .nanoseconds(1)))
        limit = timeout
        self.clock = clock
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow, timeout: .init(connect: self.timeout, read: self.timeout),
            decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        self.configuration = configuration
        self.resolve = resolve
    }

    /// Sends a request and waits for the complete answer. A redirect is an answer.
    ///
    /// - Throws: ``PinnedFetchTimeout`` after the time limit; errors of the client, also for an answer longer than the request accepts.
    package func callAsFunction(_ request: IssuanceRequest) async throws -> IssuanceResponse {
        try await inTime { client in try await fetch(request, client, trace: TraceContext.current) }
    }

    /// Sends a GET request for a signed document and follows redirects as `RedirectTrail` allows. Roots and limits are the same for each
    /// address, and the time limit is one for all together. For any other method a redirect is an answer.
    ///
    /// - Returns: the first answer that is no redirect, or the redirect that must not be followed.
    /// - Throws: as ``callAsFunction(_:)``.
    package func followingRedirects(_ request: IssuanceRequest) async throws -> IssuanceResponse {
        guard request.method == .get else { return try await self(request) }
        return try await inTime { client in
            var trail = RedirectTrail(from: request.url)
            var answer = try await fetch(request, client, trace: TraceContext.current)
            while RedirectTrail.isRedirect(answer.status), let next = trail.next(answer.headers.values("Location")) {
                let further = IssuanceRequest(
                    method: .get, url: next, headers: request.headers, maximumResponseSize: request.maximumResponseSize)
                // The redirect may lead to a host that has nothing to do with the request.
                answer = try await fetch(further, client, trace: nil)
            }
            return answer
        }
    }

    private func inTime(
        _ work: @escaping @Sendable (HTTPClient) async throws -> IssuanceResponse
    ) async throws -> IssuanceResponse {
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let response = try await withThrowingTaskGroup(of: IssuanceResponse?.self) { group in
                group.addTask { try await work(client) }
                // The client's own limits cover the head of the response and pauses in the body. A server that sends a few bytes at a time
                // could hold a request open forever.
                group.addTask {
                    try await clock.sleep(for: limit)
                    return nil
                }
                defer { group.cancelAll() }
                guard let first = try await group.next(), let response = first else { throw PinnedFetchTimeout() }
                return response
            }
            try? await client.shutdown()
            return response
        } catch let error as HTTPClientError where Self.timeouts.contains(error) {
            try? await client.shutdown()
            throw PinnedFetchTimeout()
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    private func fetch(_ request: IssuanceRequest, _ client: HTTPClient, trace: TraceContext?) async throws -> IssuanceResponse {
        var message = HTTPClientRequest(url: resolve(request.url.text))
        message.method = request.method == .get ? .GET : .POST
        for field in request.headers.fields { message.headers.add(name: field.name, value: field.value) }
        if let trace { message.headers.add(name: TraceContext.headerName, value: trace.header) }
        if request.method == .post { message.body = .bytes(ByteBuffer(bytes: request.body)) }
        let answer = try await client.execute(message, timeout: timeout)
        let body = try await answer.body.collect(upTo: request.maximumResponseSize)
        return IssuanceResponse(
            status: Int(answer.status.code), headers: HeaderFields(answer.headers.map { HeaderFields.Field($0.name, $0.value) }),
            body: Array(body.readableBytesView))
    }
}

/// The complete answer did not arrive in time.
package struct PinnedFetchTimeout: Error, Hashable, Sendable {}
