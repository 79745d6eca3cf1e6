// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import PlatformSupport
import ProviderProtocol

extension WalletCore {
    /// Fetches the challenge of the next `unlock(pin:)` ahead, so that the sixth digit costs one request. Failures are silent: the unlock
    /// then fetches its own. The provider counts it as the account's first use, without which it removes the account after a day.
    package func prepareUnlock() async {
        guard !walletStatus.value.isRevoked, let running = try? running() else { return }
        await prepareUnlock(running, timeout: .seconds(10))
    }

    /// Fetches a challenge ahead unless there is a fresh one, or the outcome of an unlock is still to be learnt: its own challenge must not be
    /// replaced.
    func prepareUnlock(_ running: Running, timeout: Duration) async {
        try? await providerTurn.run { () async throws(WalletCoreError) in
            let now = running.bridges.clock.now
            if preparedChallenge?.isFresh(at: now) ?? false { return }
            preparedChallenge = nil
            if let pendingUnlock, !pendingUnlock.isAlive(at: now) { self.pendingUnlock = nil }
            guard pendingUnlock == nil, let registration = try running.store.value(.registration),
                case .done(let challenge) = try await fetchChallenge(registration, running, timeout: timeout)
            else { return }
            preparedChallenge = PreparedChallenge(challenge: challenge, receivedAt: running.bridges.clock.now)
        }
    }

    /// What asking for a challenge yields.
    enum ChallengeReply: Sendable {
        case done(String)
        case refused(ProviderProblem)
    }

    /// Asks for a challenge for `check_pin`; device only.
    func fetchChallenge(
        _ registration: Registration, _ running: Running, timeout: Duration = .seconds(10)
    ) async throws(WalletCoreError) -> ChallengeReply {
        let sequenceNumber = try nextSequenceNumber(running)
        try running.store.change { changes throws(WalletCoreError) in try changes.set(.sequenceNumber, to: sequenceNumber) }
        let message = InstructionMessage(
            deviceOnly: try claims(
                .challenge, challenge: "", sequenceNumber: sequenceNumber, data: ChallengeRequest(for: .checkPIN).json,
                registration,
                running))
        let body = ProviderRequest(
            certificate: registration.certificate, message: message,
            device: try await deviceProof(over: message, by: registration.deviceKey, running)
        ).encode()
        switch try await exchange(body, to: .challenge, running, timeout: timeout) {
        case .done(let body): return .done(try running.provider.challenge(in: body))
        case .refused(let problem): return .refused(problem)
        }
    }

    /// The number of the next message: more than any before, and at least the time in seconds, so that a phone whose store was put back to an
    /// older copy does not repeat numbers for good.
    func nextSequenceNumber(_ running: Running) throws(WalletCoreError) -> Int64 {
        let last = try running.store.value(.sequenceNumber) ?? 0
        return max(last + 1, Int64(running.bridges.clock.now.timeIntervalSince1970))
    }

    /// Claims of this wallet for its provider.
    func claims(
        _ instruction: Instruction, challenge: String, sequenceNumber: Int64, data: JSONObject = [:], _ registration: Registration,
        _ running: Running
    ) throws(WalletCoreError) -> InstructionClaims {
        guard let walletID = try? WalletID(parsing: registration.walletID) else {
            throw WalletCoreError(.storeDamaged, "the stored wallet id is malformed")
        }
        return InstructionClaims(
            walletID: walletID, audience: running.provider.audience, instruction: instruction, challenge: challenge,
            sequenceNumber: sequenceNumber, issuedAt: Int64(running.bridges.clock.now.timeIntervalSince1970), data: data)
    }
}
