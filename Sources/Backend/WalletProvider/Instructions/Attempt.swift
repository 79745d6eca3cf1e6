// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Deadlines
import HSM
import JSON
import ProviderProtocol

/// The effect of an instruction.
struct Execution {
    var change: AccountChange = .none
    /// The member `result` of the answer; nil is encoded as null.
    var result: JSONObject?
}

/// Attempts at the PIN.
///
/// The database reserves an attempt before any signature of a PIN key is verified. Only a right PIN returns the attempt. So the number of
/// verified guesses never exceeds the policy's limit, despite concurrent requests or a crash of a replica.
extension WalletProvider {
    /// Carries out an instruction that requires the current PIN.
    ///
    /// - Parameter execute: runs after a right PIN. An error it throws becomes the answer; the attempt is returned in any case.
    func withPIN(
        _ message: AuthenticatedMessage, _ execute: () async throws(ProviderProblem) -> Execution
    ) async throws(ProviderProblem) -> [UInt8] {
        if let answer = try earlierAnswer(to: message) { return answer }
        // Before the reservation: an unsuitable certificate or an unavailable HSM must not cost an attempt.
        let (pinKey, mark) = try await openWithMark(message.account.pin.sealedKey, of: message.claims.walletID)
        guard isEqualInConstantTime(mark, message.certificate.pinKeyMark) else { throw .certificateRejected }
        return try await attempt(message, judging: { message.message.isSigned(by: pinKey) ? true : nil }) {
            (_) throws(ProviderProblem) in try await execute()
        }
    }

    /// Reserves an attempt, judges it and records the outcome.
    ///
    /// The attempt does not start if the request's deadline is near. Once the reservation has started, the work runs to its end, even if
    /// the request was already answered. Otherwise a slow component could leave an attempt counted without judgement, or a right PIN
    /// unrecorded.
    ///
    /// - Parameters:
    ///   - judging: returns nil for a wrong PIN. Called only after the reservation.
    ///   - execute: carries out the instruction after a right PIN.
    func attempt<Verdict>(
        _ message: AuthenticatedMessage, judging: () -> Verdict?,
        then execute: (Verdict) async throws(ProviderProblem) -> Execution
    ) async throws(ProviderProblem) -> [UInt8] {
        let reserved = try await Deadline.lettingWorkEnd(onceBegun: true) { () throws(ProviderProblem) in
            try await reaching {
                guard !Deadline.forbidsAttempt else {
                    throw AccountStoreError(.unavailable, "the request's deadline is too near for an attempt")
                }
                return try await store.reserveAttempt(
                    for: message.identity, pinVersion: message.account.pin.version,
                    under: configuration.pinPolicy)
            }
        }
        guard let reserved else { throw try await refusalNow(of: message) }
        return try await Deadline.lettingWorkEnd { () throws(ProviderProblem) in
            try await settling(message, attempt: reserved, judging: judging, then: execute)
        }
    }

    /// Judges a reserved attempt and records the outcome.
    private func settling<Verdict>(
        _ message: AuthenticatedMessage, attempt reserved: Int, judging: () -> Verdict?,
        then execute: (Verdict) async throws(ProviderProblem) -> Execution
    ) async throws(ProviderProblem) -> [UInt8] {
        guard let verdict = judging() else {
            noteVerdict(on: message, isRight: false, attempt: reserved)
            let problem = configuration.pinPolicy.refusal(ofWrongAttempt: reserved)
            _ = try await settle(message, as: .wrong, answer: StoredAnswer(problem))
            await observeWrongPINs(of: message.account)
            throw problem
        }
        noteVerdict(on: message, isRight: true, attempt: reserved)
        do throws(ProviderProblem) {
            let execution = try await execute(verdict)
            let answer = try await signedAnswer(to: message, execution.result)
            let isUnlock = message.claims.instruction == .checkPIN
            // A crash must not leave the wait or the block of a round's last attempt.
            let endsRound = reserved % configuration.pinPolicy.attemptsPerRound == 0
            let outcome = isUnlock && !endsRound ? AttemptOutcome.unlocked : .right(execution.change)
            guard try await settle(message, as: outcome, answer: StoredAnswer(body: answer)) else { throw .instructionRejected }
            if isUnlock { observe(.unlocked) }
            return answer
        } catch {
            // The PIN was right, so the attempt is returned. A transient failure stores no answer, so that a retry can succeed.
            _ = try await settle(message, as: .right(.none), answer: error == .unavailable ? nil : StoredAnswer(error))
            throw error
        }
    }

    private func noteVerdict(on message: AuthenticatedMessage, isRight: Bool, attempt: Int) {
        let event = ProviderEvent.pinVerified(isRight: isRight, attempt: attempt)
        observe(event)
        message.observe(event)
    }

    /// Reports `manyWrongPINs` if this wrong PIN brought the wallet to the notification limit. The report is never missed, but concurrent
    /// wrong PINs may each report it. A failure of the store does not delay the answer.
    private func observeWrongPINs(of before: Account) async {
        // Wrong PINs judged concurrently are at most `maximumAttempts`, so the store is queried only near the limit.
        guard configuration.toldWrongPINs > 0, !tellsWrongPINs(of: before),
            before.wrongPINs + configuration.pinPolicy.maximumAttempts >= configuration.toldWrongPINs,
            let (account, _) = try? await store.account(of: before.walletID, withMessage: 0, recordedWithin: 0),
            tellsWrongPINs(of: account)
        else { return }
        observe(.manyWrongPINs)
    }

    private func settle(
        _ message: AuthenticatedMessage, as outcome: AttemptOutcome, answer: StoredAnswer?
    ) async throws(ProviderProblem) -> Bool {
        try await reaching {
            try await store.settleAttempt(of: message.identity, as: outcome, pinVersion: message.account.pin.version, answer: answer)
        }
    }

    /// Returns the signed result in compact form.
    func signedAnswer(to message: AuthenticatedMessage, _ result: JSONObject?) async throws(ProviderProblem) -> [UInt8] {
        let result = InstructionResult(to: message.claims, issuedAt: now.seconds, result: result)
        return Array(try await sign(result, for: .result).utf8)
    }
}
