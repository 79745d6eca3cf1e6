// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import PlatformSupport
import ProviderProtocol
import WalletInterface

extension ProviderChannel {
    /// The provider's answer to a request for a challenge.
    enum ChallengeReply: Sendable {
        case done(String)
        case refused(ProviderProblem)
    }

    /// Prefetches a challenge, unless there is a fresh one or a message of that kind is unanswered, whose challenge must not be replaced.
    func prepareChallenge(for instruction: Instruction, timeout: Duration) async throws(WalletCoreError) {
        if prepared[instruction]?.isFresh(at: context.clock.steadyNow) ?? false { return }
        prepared[instruction] = nil
        guard repeatable(instruction) == nil, let registration = try context.store.value(.registration) else { return }
        let order = InstructionOrder.deviceOnly(instruction, from: .wallet(registration), timeout: timeout)
        guard case .done(let challenge)? = try await fetchChallenge(for: order) else { return }
        prepared[instruction] = PreparedChallenge(challenge: challenge, receivedAt: context.clock.steadyNow)
    }

    /// The prefetched challenge while it is fresh, otherwise a new one.
    ///
    /// - Returns: nil if the hardware does not hold the device key.
    func takeChallenge<Result>(for order: InstructionOrder<Result>) async throws(WalletCoreError) -> ChallengeReply? {
        if case .wallet = order.sender, let ahead = prepared.removeValue(forKey: order.instruction),
            ahead.isFresh(at: context.clock.steadyNow)
        {
            return .done(ahead.challenge)
        }
        return try await fetchChallenge(for: order)
    }

    private func fetchChallenge<Result>(for order: InstructionOrder<Result>) async throws(WalletCoreError) -> ChallengeReply? {
        let claims = try claims(
            .challenge, challenge: "", sequenceNumber: try takeSequenceNumber(of: order.sender),
            data: ChallengeRequest(for: order.instruction).json, order.identity)
        let message = InstructionMessage(deviceOnly: claims)
        guard let proof = try await deviceKeys.proofIfHeld(over: message, by: order.identity.deviceKey) else { return nil }
        let body = ProviderRequest(certificate: order.identity.certificate, message: message, device: proof).encode()
        switch await post(body, to: .challenge, order.sender, timeout: order.timeout) {
        case .answered(.done(let body)): return .done(try context.provider.challenge(in: body))
        case .answered(.refused(let problem)): return .refused(problem)
        case .notSent(let error), .unanswered(let error): throw error
        }
    }
}
