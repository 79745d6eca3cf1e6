// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL
package import OpenID4VCI

/// A client for servers whose roots are known: no other root is trusted, no redirect followed, time and size are limited. One connection a
/// request: logins are rare.
package struct PinnedFetch: Sendable {
    private let configuration: HTTPClient.Configuration
    private let timeout: TimeAmount
    private let limit: Duration
    private let clock: any Clock<Duration>
    private let resolve: @Sendable (String) -> String

    /// A client.
    ///
    /// - Parameters:
    ///   - roots: the only ones that are trusted, DER; nil for those of the system.
    ///   - timeout: until the whole answer is there, however slowly it comes.
    ///   - clock: measures that time.
    ///   - resolve: where a request to an address goes today; the address itself unless told.
    /// - Throws: what NIOSSL throws for bytes that are no certificate.
    package init(
        roots: [[UInt8]]?, timeout: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock(),
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

    /// Sends a request and waits for the whole answer.
    ///
    /// - Throws: what the client throws; also when the answer is longer than the request accepts. ``PinnedFetchTimeout`` when it takes too long.
    package func callAsFunction(_ request: IssuanceRequest) async throws -> IssuanceResponse {
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let response = try await withThrowingTaskGroup(of: IssuanceResponse?.self) { group in
                group.addTask { try await exchange(request, client) }
                // The client's own limits are for the head of the answer and for pauses in it: a server that says a little now and then would
                // hold a request for ever.
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
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    private func exchange(_ request: IssuanceRequest, _ client: HTTPClient) async throws -> IssuanceResponse {
        var message = HTTPClientRequest(url: resolve(request.url.text))
        message.method = request.method == .get ? .GET : .POST
        for field in request.headers.fields { message.headers.add(name: field.name, value: field.value) }
        if request.method == .post { message.body = .bytes(ByteBuffer(bytes: request.body)) }
        let answer = try await client.execute(message, timeout: timeout)
        let body = try await answer.body.collect(upTo: request.maximumResponseSize)
        return IssuanceResponse(
            status: Int(answer.status.code), headers: HeaderFields(answer.headers.map { HeaderFields.Field($0.name, $0.value) }),
            body: Array(body.readableBytesView))
    }
}

/// The whole answer was not there in time.
package struct PinnedFetchTimeout: Error, Hashable, Sendable {}
