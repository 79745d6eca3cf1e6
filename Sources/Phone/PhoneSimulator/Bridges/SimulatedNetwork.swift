// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
package import PlatformSupport
import Synchronization

/// The simulated phone's HTTP stack: HTTPS only, trust in the request's roots only, no redirects, one connection per request.
package struct SimulatedNetwork: NetworkBridge {
    private let device: SimulatedDevice
    private let leastTimeout: Duration
    private let clock: any Clock<Duration>
    private let delay: @Sendable () async throws -> Void

    /// The delay of each request on a slow network, short enough for most requests to finish in time.
    package static let slowness = Duration.seconds(2.5)

    /// Creates the network of a device. The device's network setting can cut it off, even during a request.
    ///
    /// - Parameters:
    ///   - leastTimeout: raises shorter time limits of requests, so that a busy machine fails no request. Zero keeps them.
    ///   - clock: measures the time limits of requests.
    ///   - delay: returns when a slow network has carried a request; by default after ``slowness``.
    package init(
        device: SimulatedDevice, leastTimeout: Duration = .zero, clock: any Clock<Duration> = ContinuousClock(),
        delay: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: slowness) }
    ) {
        self.device = device
        self.leastTimeout = leastTimeout
        self.clock = clock
        self.delay = delay
    }

    /// Sends a request and waits for the complete response.
    ///
    /// - Throws: `NetworkError`: `offline` and `unreachable` only when no byte of the request was sent.
    package func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        if let error = Self.error(of: device.settings.network) { throw error }
        var request = request
        request.timeout = max(request.timeout, leastTimeout)
        guard request.url.hasPrefix("https://"), let tls = Self.tls(trusting: request.trustedRoots) else { throw .unreachable }
        // The client reads no body of no bytes, so only a body that has some tells when the request leaves the phone.
        let sent = SentMark(isSent: request.method == .get || request.body.isEmpty)
        let result = await withTaskGroup(of: Result<NetworkResponse, NetworkError>?.self) { [request] group in
            group.addTask {
                await Self.carry(on: device, delay: delay, cutOff: { .failure(sent.value ? .lost : $0) }) {
                    await exchange(request, tls, sent)
                }
            }
            group.addTask {
                try? await clock.sleep(for: request.timeout)
                return .failure(sent.value ? .lost : .unreachable)
            }
            defer { group.cancelAll() }
            while let result = await group.next() {
                if let result { return result }
            }
            return .failure(.lost)
        }
        return try result.get()
    }

    /// Performs an exchange as the network setting of a device demands: after the delay of a slow network, and only while it is connected.
    ///
    /// - Parameters:
    ///   - delay: returns when a slow network has carried a request.
    ///   - cutOff: the result when the setting ends the exchange.
    /// - Returns: nil if the caller was cancelled before the delay had passed.
    static func carry<Answer: Sendable>(
        on device: SimulatedDevice, delay: @escaping @Sendable () async throws -> Void,
        cutOff: @escaping @Sendable (NetworkError) -> Answer, exchange: @escaping @Sendable () async -> Answer
    ) async -> Answer? {
        await withTaskGroup(of: Answer?.self) { group in
            group.addTask {
                if device.settings.network == .slow {
                    // Nothing is sent before the delay. A caller that cancels it already has its result.
                    guard (try? await delay()) != nil else { return nil }
                }
                return await exchange()
            }
            group.addTask {
                for await settings in device.settingsChanges() {
                    if let error = Self.error(of: settings.network) { return cutOff(error) }
                }
                return nil
            }
            defer { group.cancelAll() }
            while let result = await group.next() {
                if let result { return result }
            }
            return nil
        }
    }

    /// The error of a network setting without a connection; nil for all other settings.
    static func error(of network: DeviceSettings.Network) -> NetworkError? {
        switch network {
        case .online, .slow, .garbage: nil
        case .offline: .offline
        case .servicesUnreachable: .unreachable
        }
    }

    // MARK: One exchange

    /// A client for one exchange, which follows no redirects and connects once.
    static func client(_ tls: TLSConfiguration, connectTimeout: Duration) -> HTTPClient {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow, timeout: .init(connect: TimeAmount(connectTimeout)),
            decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    private func exchange(
        _ request: NetworkRequest, _ tls: TLSConfiguration, _ sent: SentMark
    ) async -> Result<NetworkResponse, NetworkError> {
        let client = Self.client(tls, connectTimeout: request.timeout)
        let result: Result<NetworkResponse, NetworkError>
        do {
            let answer = try await client.execute(
                Self.httpRequest(request, sent), timeout: TimeAmount(request.timeout))
            let body = try await answer.body.collect(upTo: request.maximumResponseSize)
            result = .success(
                NetworkResponse(
                    status: Int(answer.status.code), mediaType: Self.mediaType(answer.headers["content-type"]),
                    body: Array(body.readableBytesView), validator: Self.only(answer.headers["etag"]),
                    headers: answer.headers.map { NetworkHeaderField($0.name, $0.value) }))
        } catch {
            result = .failure(sent.value && !Self.isOfConnecting(error) ? .lost : .unreachable)
        }
        try? await client.shutdown()
        guard device.settings.network == .garbage else { return result }
        return result.map { answer in
            // The server has processed the request; the inverted body is not a document, a message or JSON.
            NetworkResponse(status: answer.status, mediaType: answer.mediaType, body: answer.body.map { ~$0 })
        }
    }

    /// True for errors that end an exchange before there is a connection.
    private static func isOfConnecting(_ error: any Error) -> Bool {
        error is NIOConnectionError || (error as? HTTPClientError) == .connectTimeout || (error as? IOError)?.errnoCode == ECONNREFUSED
    }

    private static func httpRequest(_ request: NetworkRequest, _ sent: SentMark) -> HTTPClientRequest {
        var httpRequest = HTTPClientRequest(url: request.url)
        for field in request.headers { httpRequest.headers.add(name: field.name, value: field.value) }
        if !httpRequest.headers.contains(name: "accept") {
            httpRequest.headers.add(name: "accept", value: "application/json, application/problem+json, application/jwt")
        }
        if let validator = request.validator { httpRequest.headers.add(name: "if-none-match", value: validator) }
        switch request.method {
        case .get: httpRequest.method = .GET
        case .post:
            httpRequest.method = .POST
            if !request.body.isEmpty, !httpRequest.headers.contains(name: "content-type") {
                httpRequest.headers.add(name: "content-type", value: "application/json")
            }
            httpRequest.body = .stream(
                MarkedBody(buffer: ByteBuffer(bytes: request.body), sent: sent), length: .known(Int64(request.body.count)))
        }
        return httpRequest
    }

    /// A configuration that verifies the name and the chain and trusts only these roots; nil when there is no root, or when a root is not a
    /// certificate.
    static func tls(trusting roots: [[UInt8]]?) -> TLSConfiguration? {
        var tls = TLSConfiguration.makeClientConfiguration()
        if let roots {
            guard !roots.isEmpty, let certificates = try? roots.map({ try NIOSSLCertificate(bytes: $0, format: .der) }) else { return nil }
            tls.trustRoots = .certificates(certificates)
        }
        tls.certificateVerification = .fullVerification
        tls.minimumTLSVersion = .tlsv12
        return tls
    }

    /// Returns the single value of a header field; nil unless there is exactly one.
    static func only(_ values: [String]) -> String? { values.count == 1 ? values[0] : nil }

    /// Returns the single media type without parameters, in lower case; empty unless there is exactly one.
    static func mediaType(_ values: [String]) -> String {
        guard let value = only(values) else { return "" }
        return String(value.prefix { $0 != ";" }).lowercased().filter { !$0.isWhitespace }
    }
}

/// Records that a byte of the request may have left the phone.
private final class SentMark: Sendable {
    private let isSent: Mutex<Bool>

    init(isSent: Bool) {
        self.isSent = Mutex(isSent)
    }

    var value: Bool { isSent.withLock { $0 } }

    func set() { isSent.withLock { $0 = true } }
}

/// A body that reports when it is read. The client reads it after it has connected and written the request head.
private struct MarkedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let buffer: ByteBuffer
    let sent: SentMark

    struct AsyncIterator: AsyncIteratorProtocol {
        var buffer: ByteBuffer?
        let sent: SentMark

        mutating func next() async -> ByteBuffer? {
            sent.set()
            defer { buffer = nil }
            return buffer
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(buffer: buffer, sent: sent) }
}
