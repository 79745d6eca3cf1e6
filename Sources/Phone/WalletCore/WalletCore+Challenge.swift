// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import PlatformSupport
import ProviderProtocol
import WalletInterface

extension WalletCore {
    /// Fetches the challenge of the next `unlock(pin:)` ahead, so that the sixth digit costs one request. Failures are silent: the unlock
    /// then fetches its own. The provider counts it as the account's first use, without which it removes the account after a day.
    ///
    /// Where there is no wallet, where it is revoked or this version blocked, and while the app is in the background, nothing is fetched. A
    /// policy that has expired does not hold it up: it is renewed before the PIN counts.
    package func prepareUnlock() async {
        guard !isInBackground, let running = try? admitted(.prepareUnlock) else { return }
        await prepareUnlock(running, timeout: .seconds(10))
    }

    /// Fetches the challenge of the next unlock ahead: of the settlement, when a PIN change is to be settled first.
    func prepareUnlock(_ running: Running, timeout: Duration) async {
        try? await providerMutex.run { () async throws(WalletCoreError) in
            // It may have been wiped, revoked or blocked meanwhile.
            try admit(.prepareUnlock)
            try await prepareChallenge(for: try mustSettle(running) ? .settlePINChange : .checkPIN, running, timeout: timeout)
        }
    }

    /// Fetches a challenge ahead unless there is a fresh one, or a message of its kind has no answer yet: the challenge that it answers must
    /// not be replaced.
    func prepareChallenge(
        for instruction: Instruction, _ running: Running, timeout: Duration = .seconds(10)
    ) async throws(WalletCoreError) {
        if preparedChallenges[instruction]?.isFresh(at: running.bridges.clock.steadyNow) ?? false { return }
        preparedChallenges[instruction] = nil
        guard stillUnanswered(instruction, running) == nil, let registration = try running.store.value(.registration),
            case .done(let challenge) = try await fetchChallenge(for: instruction, registration, running, timeout: timeout)
        else { return }
        preparedChallenges[instruction] = PreparedChallenge(challenge: challenge, receivedAt: running.bridges.clock.steadyNow)
    }

    /// The message of a kind whose answer may still be learnt. Older ones, of every kind, are forgotten.
    func stillUnanswered(_ instruction: Instruction, _ running: Running) -> PendingInstruction? {
        unanswered = unanswered.filter { $0.value.isAlive(at: running.bridges.clock.now) }
        return unanswered[instruction]
    }

    /// The challenge fetched ahead while it is fresh, else a new one.
    func takeChallenge(
        for instruction: Instruction, _ registration: Registration, _ running: Running
    ) async throws(WalletCoreError) -> ChallengeReply {
        let prepared = preparedChallenges.removeValue(forKey: instruction)
        if let prepared, prepared.isFresh(at: running.bridges.clock.steadyNow) { return .done(prepared.challenge) }
        return try await fetchChallenge(for: instruction, registration, running)
    }

    /// What asking for a challenge yields.
    enum ChallengeReply: Sendable {
        case done(String)
        case refused(ProviderProblem)
    }

    /// Asks for a challenge; device only.
    func fetchChallenge(
        for instruction: Instruction, _ registration: Registration, _ running: Running, timeout: Duration = .seconds(10)
    ) async throws(WalletCoreError) -> ChallengeReply {
        let sequenceNumber = try nextSequenceNumber(running)
        try running.store.change { changes throws(WalletCoreError) in try changes.set(.sequenceNumber, to: sequenceNumber) }
        let message = InstructionMessage(
            deviceOnly: try claims(
                .challenge, challenge: "", sequenceNumber: sequenceNumber, data: ChallengeRequest(for: instruction).json,
                registration, running))
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
