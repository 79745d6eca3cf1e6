// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import PlatformSupport
import ProviderProtocol
import ProviderWorld
// For all files of these tests.
@_exported import TestEnvironment
import WalletProvider

/// The connection from the core to the real provider, in one process. It can lose or change messages.
final class StagedNetwork: NetworkBridge {
    private let provider: WalletProvider
    private let issuer: TestIssuer?
    private let realIssuer: RealIssuer?
    let plan: NetworkPlan

    init(_ provider: WalletProvider, _ issuer: TestIssuer? = nil, _ realIssuer: RealIssuer? = nil, clock: VirtualClock) {
        self.realIssuer = realIssuer
        self.provider = provider
        self.issuer = issuer
        plan = NetworkPlan { clock.advance(by: $0) }
    }

    /// All requests sent so far.
    var sent: [NetworkRequest] { plan.requests }

    func bodies(to endpoint: Endpoint) -> [[UInt8]] { plan.bodies(to: endpoint.path) }

    /// True if nothing leaves the phone.
    var isOffline: Bool {
        get { plan.outage != nil }
        set { plan.outage = newValue ? .offline : nil }
    }

    /// Stages a fault for the next request to an endpoint.
    func stage(_ fault: NetworkPlan.Fault, at endpoint: Endpoint) { stage(fault, atPath: endpoint.path) }

    /// True if a staged fault still waits for its request.
    var isStaged: Bool { plan.isStaged }

    /// Stages a fault for the next request to a path, of the provider or of the issuer.
    func stage(_ fault: NetworkPlan.Fault, atPath path: String) { plan.stage(fault, at: path) }

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        try await plan.send(request, deliver: deliver(_:to:))
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
