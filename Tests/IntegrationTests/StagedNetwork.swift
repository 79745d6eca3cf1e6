// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import PlatformSupport
import ProviderProtocol
import ProviderWorld
import Synchronization
import WalletProvider

/// The connection from the core to the real provider, in one process. It can lose or change messages.
final class StagedNetwork: NetworkBridge {
    /// The fault of one request.
    enum Fault: Sendable {
        /// The provider acts; its response is lost.
        case loseReply
        /// The request is lost.
        case loseRequest
        /// The request arrives changed.
        case change(@Sendable ([UInt8]) -> [UInt8])
        /// The request is lost, and this response is returned.
        case answer(NetworkResponse)
        /// The response is changed.
        case rewrite(@Sendable (NetworkResponse) -> NetworkResponse)
        /// The request to the issuer is changed.
        case alter(@Sendable (NetworkRequest) -> NetworkRequest)
        /// The request is delayed, as a function of its timeout. Below the timeout it is late; above it the server acts, but its response comes too
        /// late. Only the clock's time passes.
        case slow(@Sendable (_ limit: TimeInterval) -> TimeInterval)
        /// Runs a closure before the request arrives.
        case wait(@Sendable () async -> Void)
    }

    /// One request that was sent.
    struct Sent: Sendable, Equatable {
        let path: String
        let body: [UInt8]
    }

    private struct State {
        var faults: [String: [Fault]] = [:]
        var sent: [Sent] = []
        var isOffline = false
    }

    private let provider: WalletProvider
    private let issuer: TestIssuer?
    private let realIssuer: RealIssuer?
    private let clock: VirtualClock
    private let state = Mutex(State())

    init(_ provider: WalletProvider, _ issuer: TestIssuer? = nil, _ realIssuer: RealIssuer? = nil, clock: VirtualClock) {
        self.clock = clock
        self.realIssuer = realIssuer
        self.provider = provider
        self.issuer = issuer
    }

    /// All requests sent so far.
    var sent: [Sent] { state.withLock { $0.sent } }

    func bodies(to endpoint: Endpoint) -> [[UInt8]] { sent.filter { $0.path == endpoint.path }.map(\.body) }

    /// True if nothing leaves the phone.
    var isOffline: Bool {
        get { state.withLock { $0.isOffline } }
        set { state.withLock { $0.isOffline = newValue } }
    }

    /// Stages a fault for the next request to an endpoint.
    func stage(_ fault: Fault, at endpoint: Endpoint) { stage(fault, atPath: endpoint.path) }

    /// True if a staged fault still waits for its request.
    var isStaged: Bool { state.withLock { $0.faults.values.contains { !$0.isEmpty } } }

    /// Stages a fault for the next request to a path, of the provider or of the issuer.
    func stage(_ fault: Fault, atPath path: String) {
        state.withLock { $0.faults[path, default: []].append(fault) }
    }

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        guard let path = URL(string: request.url)?.path else { throw .unreachable }
        if isOffline { throw .offline }
        let fault = state.withLock { state in
            state.sent.append(Sent(path: path, body: request.body))
            return state.faults[path]?.isEmpty == false ? state.faults[path]?.removeFirst() : nil
        }
        switch fault {
        case .loseRequest: throw .lost
        case .loseReply:
            _ = try await deliver(request, to: path)
            throw .lost
        case .answer(let answer): return answer
        case .rewrite(let rewrite): return rewrite(try await deliver(request, to: path))
        case .alter(let alter): return try await deliver(alter(request), to: path)
        case .slow(let duration):
            let limit = request.timeout / .seconds(1)
            let seconds = duration(limit)
            clock.advance(by: min(seconds, limit))
            let answer = try await deliver(request, to: path)
            guard seconds <= limit else { throw .lost }
            return answer
        case .change(let change): return await deliver(change(request.body), to: path)
        case .wait(let wait):
            await wait()
            return try await deliver(request, to: path)
        case nil: return try await deliver(request, to: path)
        }
    }

    private func deliver(_ request: NetworkRequest, to path: String) async throws(NetworkError) -> NetworkResponse {
        guard let issuer, request.url.hasPrefix(TestIssuer.url) else { return await deliver(request.body, to: path) }
        if let realIssuer { return try await realIssuer.send(request) }
        return try await issuer.send(request)
    }

    /// Delivers a body to the provider, as an attacker can.
    func deliver(_ body: [UInt8], to path: String) async -> NetworkResponse {
        guard let answer = await provider.answer(path, body) else {
            return NetworkResponse(status: 400, mediaType: ProviderProblem.mediaType, body: ProviderProblem.malformedRequest.encode())
        }
        return NetworkResponse(status: answer.status, mediaType: answer.mediaType, body: answer.body)
    }
}
