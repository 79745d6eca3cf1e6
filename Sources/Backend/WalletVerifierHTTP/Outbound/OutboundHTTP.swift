// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL
import OAuthMessages

/// The client for other servers: status lists and webhooks. It limits time and size, and follows no redirects.
package struct OutboundHTTP: Sendable {
    private let configuration: HTTPClient.Configuration
    private let timeout: TimeAmount
    private let limit: Duration
    private let clock: any Clock<Duration>

    /// A complete answer.
    struct Answer: Sendable {
        let status: Int
        let mediaType: String?
        let body: [UInt8]
    }

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - roots: the only trusted roots, in DER; nil for the system's roots.
    ///   - timeout: the time limit for the complete answer.
    ///   - clock: measures the time limit.
    /// - Throws: an error of NIOSSL for an invalid certificate.
    package init(roots: [[UInt8]]?, timeout: Duration, clock: any Clock<Duration> = ContinuousClock()) throws {
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
    }

    /// Fetches a document.
    ///
    /// - Throws: errors of the client, also for a body above `maximumBytes` and for an answer that is late.
    func get(_ url: HTTPSURL, accept: String, maximumBytes: Int) async throws -> Answer {
        var request = HTTPClientRequest(url: url.text)
        request.headers.add(name: "Accept", value: accept)
        return try await send(request, maximumBytes: maximumBytes)
    }

    /// Posts a body. Of the answer, the status counts.
    ///
    /// - Throws: errors of the client, also for an answer that is late.
    func post(_ url: HTTPSURL, headers: [(name: String, value: String)], body: [UInt8]) async throws -> Answer {
        var request = HTTPClientRequest(url: url.text)
        request.method = .POST
        for field in headers { request.headers.add(name: field.name, value: field.value) }
        request.body = .bytes(ByteBuffer(bytes: body))
        return try await send(request, maximumBytes: 64 * 1024)
    }

    private func send(_ request: HTTPClientRequest, maximumBytes: Int) async throws -> Answer {
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let answer = try await withThrowingTaskGroup(of: Answer?.self) { group in
                group.addTask { [timeout] in
                    let answer = try await client.execute(request, timeout: timeout)
                    let body = try await answer.body.collect(upTo: maximumBytes)
                    return Answer(
                        status: Int(answer.status.code),
                        mediaType: answer.headers.first(name: "Content-Type").map(VerifierRoutes.mediaType),
                        body: Array(body.readableBytesView))
                }
                // The client's own limits cover the head of the answer and pauses in the body. A server that sends a few bytes at a time
                // could hold the call open forever.
                group.addTask { [clock, limit] in
                    try await clock.sleep(for: limit)
                    return nil
                }
                defer { group.cancelAll() }
                guard let first = try await group.next(), let answer = first else { throw LateAnswer() }
                return answer
            }
            try? await client.shutdown()
            return answer
        } catch {
            try? await client.shutdown()
            throw error
        }
    }
}

/// The complete answer did not arrive in time.
struct LateAnswer: Error, Hashable, Sendable {}
