// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Deadlines
import HSM
import JOSE
import ProviderProtocol

/// What an instruction comes to.
struct Execution {
    /// What changes in the account.
    var change: AccountChange = .none
    /// The member `result` of the answer; nil is null.
    var result: JSONObject?
}

/// Attempts at the PIN.
///
/// An attempt is reserved in the database before any signature of a PIN key is looked at, and only a right PIN gives it back; so there are
/// never more verified guesses than the policy allows, whatever runs at the same time and wherever a replica stops.
extension WalletProvider {
    /// Carries out an instruction that needs the PIN in force.
    ///
    /// - Parameter execute: is called once the PIN was right. What it throws is answered; the attempt is given back all the same.
    func withPIN(
        _ message: AuthenticatedMessage, _ execute: () async throws(ProviderProblem) -> Execution
    ) async throws(ProviderProblem) -> [UInt8] {
        if let answer = try earlierAnswer(to: message, for: message.claims.instruction) { return answer }
        // Before the attempt is reserved: neither a certificate that does not fit nor an HSM that is down may cost one.
        let pinKey = try await open(message.account.pin.sealedKey, of: message.claims.walletID)
        guard isEqualInConstantTime(try await mark(of: pinKey), message.certificate.pinKeyMark) else { throw .certificateRejected }
        return try await attempt(message, judging: { message.message.isSigned(by: pinKey) ? true : nil }) {
            (_) throws(ProviderProblem) in try await execute()
        }
    }

    /// How much time a request must have left for an attempt to be reserved.
    static let leastTimeForAttempt = Duration.milliseconds(300)

    /// Reserves an attempt, judges, and records what came of it.
    ///
    /// It is not begun when the deadline of the request is near. Once the reservation was begun all of it comes to its end, also when the
    /// request was answered meanwhile: otherwise an attempt would be counted that nobody looked at, or a right one, because a part is slow.
    ///
    /// - Parameters:
    ///   - judging: nil for a wrong PIN. It is called only when the attempt is reserved.
    ///   - execute: what follows from a right one.
    func attempt<Verdict>(
        _ message: AuthenticatedMessage, judging: () -> Verdict?,
        then execute: (Verdict) async throws(ProviderProblem) -> Execution
    ) async throws(ProviderProblem) -> [UInt8] {
        let reserved = try await Deadline.lettingWorkEnd(onceBegun: true) { () throws(ProviderProblem) in
            try await reaching {
                guard Deadline.limiting(Self.leastTimeForAttempt) == Self.leastTimeForAttempt else {
                    throw AccountStoreError(.unavailable, "the request's deadline is too near for an attempt")
                }
                return try await store.reserveAttempt(
                    for: message.identity, answering: message.challenge, pinVersion: message.account.pin.version,
                    under: configuration.pinPolicy)
            }
        }
        guard let reserved else { throw try await refusalNow(of: message, for: message.claims.instruction) }
        return try await Deadline.lettingWorkEnd { () throws(ProviderProblem) in
            try await settling(message, attempt: reserved, judging: judging, then: execute)
        }
    }

    /// Judges an attempt that was reserved, and records what came of it.
    private func settling<Verdict>(
        _ message: AuthenticatedMessage, attempt reserved: Int, judging: () -> Verdict?,
        then execute: (Verdict) async throws(ProviderProblem) -> Execution
    ) async throws(ProviderProblem) -> [UInt8] {
        guard let verdict = judging() else {
            observe(.pinVerified(isRight: false, attempt: reserved))
            let problem = configuration.pinPolicy.refusal(ofWrongAttempt: reserved)
            _ = try await settle(message, as: .wrong, answer: StoredAnswer(problem))
            await observeWrongPINs(of: message.account)
            throw problem
        }
        observe(.pinVerified(isRight: true, attempt: reserved))
        do throws(ProviderProblem) {
            let execution = try await execute(verdict)
            let answer = try await answer(to: message, execution.result)
            guard try await settle(message, as: .right(execution.change), answer: StoredAnswer(body: answer)) else {
                throw .instructionRejected
            }
            if message.claims.instruction == .checkPIN { observe(.unlocked) }
            return answer
        } catch {
            // The PIN was right all the same, so the attempt is given back. What may succeed later leaves no answer to repeat.
            _ = try await settle(message, as: .right(.none), answer: error == .unavailable ? nil : StoredAnswer(error))
            throw error
        }
    }

    /// Tells the operator when this wrong PIN brought the wallet to the number from which its holder is told. It is never missed; of several
    /// wrong PINs at the same time each may tell. A store that does not answer keeps nobody from the verdict.
    private func observeWrongPINs(of before: Account) async {
        // There are never more wrong PINs at the same time than attempts, so the store is asked only near the number.
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

    /// The body of an answer with this result, signed.
    func answer(to message: AuthenticatedMessage, _ result: JSONObject?) async throws(ProviderProblem) -> [UInt8] {
        let claims = message.claims
        let result = InstructionResult(
            walletID: claims.walletID, instruction: claims.instruction, challenge: claims.challenge, issuedAt: now.seconds, result: result)
        return SingleMemberAnswer(.result, try await sign(result, for: .result)).encode()
    }
}
