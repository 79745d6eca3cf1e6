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

/// An attempt that the database has reserved, and what its settlement needs of the account.
struct ReservedAttempt {
    /// From 1 to the policy's maximum.
    let number: Int
    /// The PIN in force at the reservation.
    let pin: AccountPIN
    /// The number of wrong PINs within `WrongPINWindow` before this attempt.
    let wrongPINs: Int
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
        let reserved = try await reserving { () async throws(AccountStoreError) in
            try await store.reserveAttempt(
                for: message.identity, pinVersion: message.account.pin.version, under: configuration.pinPolicy)
        }
        guard let reserved else { throw try await refusalNow(of: message) }
        let attempt = ReservedAttempt(number: reserved, pin: message.account.pin, wrongPINs: message.account.wrongPINs)
        return try await settling(message.request, attempt, judging: judging, then: execute)
    }

    /// Reserves an attempt, unless the request's deadline is near.
    func reserving<Reservation>(
        _ reserve: () async throws(AccountStoreError) -> Reservation?
    ) async throws(ProviderProblem) -> Reservation? {
        try await Deadline.lettingWorkEnd(onceBegun: true) { () throws(ProviderProblem) in
            try await reaching {
                try AccountStoreError.requireTimeForAttempt()
                return try await reserve()
            }
        }
    }

    /// Judges a reserved attempt and records the outcome. Runs to its end.
    func settling<Verdict>(
        _ request: AuthenticatedRequest, _ attempt: ReservedAttempt, judging: () -> Verdict?,
        then execute: (Verdict) async throws(ProviderProblem) -> Execution
    ) async throws(ProviderProblem) -> [UInt8] {
        try await Deadline.lettingWorkEnd { () throws(ProviderProblem) in
            try await judged(request, attempt, judging: judging, then: execute)
        }
    }

    private func judged<Verdict>(
        _ request: AuthenticatedRequest, _ attempt: ReservedAttempt, judging: () -> Verdict?,
        then execute: (Verdict) async throws(ProviderProblem) -> Execution
    ) async throws(ProviderProblem) -> [UInt8] {
        guard let verdict = judging() else {
            noteVerdict(on: request, isRight: false, attempt: attempt.number)
            let problem = configuration.pinPolicy.refusal(ofWrongAttempt: attempt.number)
            _ = try await settle(request, attempt, as: .wrong, answer: StoredAnswer(problem))
            await observeWrongPINs(of: request.claims.walletID, before: attempt.wrongPINs)
            throw problem
        }
        noteVerdict(on: request, isRight: true, attempt: attempt.number)
        do throws(ProviderProblem) {
            let execution = try await execute(verdict)
            let answer = try await signedAnswer(to: request.claims, execution.result)
            let isUnlock = request.claims.instruction == .checkPIN
            // A crash must not leave the wait or the block of a round's last attempt.
            let endsRound = attempt.number % configuration.pinPolicy.attemptsPerRound == 0
            let outcome = isUnlock && !endsRound ? AttemptOutcome.unlocked : .right(execution.change)
            guard try await settle(request, attempt, as: outcome, answer: StoredAnswer(body: answer)) else { throw .instructionRejected }
            if isUnlock {
                certificates.note(KnownPIN(attempt.pin, provenBy: request), of: request.certificateDigest)
                observe(.unlocked)
            }
            return answer
        } catch {
            // The PIN was right, so the attempt is returned. A transient failure stores no answer, so that a retry can succeed.
            _ = try await settle(request, attempt, as: .right(.none), answer: error == .unavailable ? nil : StoredAnswer(error))
            throw error
        }
    }

    private func noteVerdict(on request: AuthenticatedRequest, isRight: Bool, attempt: Int) {
        let event = ProviderEvent.pinVerified(isRight: isRight, attempt: attempt)
        observe(event)
        request.observe(event)
    }

    /// Reports `manyWrongPINs` if this wrong PIN brought the wallet to the notification limit. The report is never missed, but concurrent
    /// wrong PINs may each report it. A failure of the store does not delay the answer.
    private func observeWrongPINs(of walletID: WalletID, before: Int) async {
        // Wrong PINs judged concurrently are at most `maximumAttempts`, so the store is queried only near the limit.
        guard configuration.wrongPINReportThreshold > 0, !reportsWrongPINs(before),
            before + configuration.pinPolicy.maximumAttempts >= configuration.wrongPINReportThreshold,
            let (account, _) = try? await store.account(of: walletID, withMessage: 0, recordedWithin: 0),
            reportsWrongPINs(account.wrongPINs)
        else { return }
        observe(.manyWrongPINs)
    }

    private func settle(
        _ request: AuthenticatedRequest, _ attempt: ReservedAttempt, as outcome: AttemptOutcome, answer: StoredAnswer?
    ) async throws(ProviderProblem) -> Bool {
        try await reaching {
            try await store.settleAttempt(of: request.identity, as: outcome, pinVersion: attempt.pin.version, answer: answer)
        }
    }

    /// Returns the signed result in compact form.
    func signedAnswer(to claims: InstructionClaims, _ result: JSONObject?) async throws(ProviderProblem) -> [UInt8] {
        let result = InstructionResult(to: claims, issuedAt: now.seconds, result: result)
        return Array(try await sign(result, for: .result).utf8)
    }
}
