// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import PlatformSupport
import ProviderProtocol
package import WalletInterface

extension WalletCore {
    /// Checks a PIN with the provider and unlocks when it is right (PF2.8/1.1).
    ///
    /// While the outcome of a PIN change is unknown the PIN settles it: the old one takes the change back, the new one completes it, and
    /// another one is one wrong attempt.
    ///
    /// After an error with an unknown outcome a call with the same PIN sends the same bytes again, so that an attempt is counted once. A
    /// challenge that the provider refuses, which counts nothing, is replaced once.
    ///
    /// - Returns: the outcome; a wrong PIN is one.
    /// - Throws: `notRegistered`; `versionBlocked`, `policyExpired`; `noInternet`, `serverUnreachable`; `walletRejected`, `walletRevoked`; `locked` when `lock()` was called
    ///   meanwhile and the PIN was right; a store error; `unexpected`. The lock stays as it is.
    package func unlock(pin: PIN) async throws(WalletCoreError) -> PINCheck {
        let running = try admitted(.unlock)
        let epoch = lockEpoch
        let outcome = try await providerMutex.run { () async throws(WalletCoreError) in
            // It may have been wiped or revoked meanwhile.
            try admit(.unlock)
            guard let registration = try running.store.value(.registration) else {
                throw WalletCoreError(.notRegistered, "there is no remote PIN")
            }
            return try mustSettle(running)
                ? try await settle(with: pin, registration, running).check : try await check(pin, registration, running)
        }
        if outcome == .valid {
            // An answer to the right PIN is one about the status, too.
            note(.active, isProven: true, running)
            try unlock(ifStillIn: epoch)
            closeTries(running)
            noteRightPIN(running)
            // What a PIN is needed for and failed before.
            await discloseRecoveryCode(pin, running)
            await deleteIdleKeys(pin, running)
        }
        noteTry(outcome, running)
        // A wallet that is blocked for good does not open by face or finger either.
        if outcome == .permanentlyBlocked { try await forgetBiometrics(running) }
        return outcome
    }

    private func check(_ pin: PIN, _ registration: Registration, _ running: Running) async throws(WalletCoreError) -> PINCheck {
        let pinKey = try pinKey(from: pin, salt: Array(registration.salt))
        if let pending = repeatable(pinKey, running), case .outcome(let outcome) = try await send(pending, isRepeated: true, running) {
            return outcome
        }
        // A challenge that died on the way is replaced once.
        for _ in 1...2 {
            let challenge: String
            switch try await takeChallenge(for: .checkPIN, registration, running) {
            case .done(let fresh): challenge = fresh
            case .refused(let problem): return try outcome(of: problem, running)
            }
            let pending = try await prepareUnlock(challenge, pinKey, registration, running)
            if case .outcome(let outcome) = try await send(pending, isRepeated: false, running) { return outcome }
        }
        throw WalletCoreError(.serverUnreachable, "the provider refused two fresh challenges")
    }

    /// Signs a message; its number is stored before it is sent.
    private func prepareUnlock(
        _ challenge: String, _ pinKey: P256.Signing.PrivateKey, _ registration: Registration, _ running: Running
    ) async throws(WalletCoreError) -> PendingInstruction {
        let sequenceNumber = try nextSequenceNumber(running)
        let message = try signed(
            try claims(.checkPIN, challenge: challenge, sequenceNumber: sequenceNumber, registration, running), by: pinKey)
        let body = ProviderRequest(
            certificate: registration.certificate, message: message,
            device: try await deviceProof(over: message, by: registration.deviceKey, running)
        ).encode()
        let pending = PendingInstruction(message: message, body: body, madeAt: running.bridges.clock.now)
        try running.store.change { changes throws(WalletCoreError) in try changes.set(.sequenceNumber, to: sequenceNumber) }
        unanswered[.checkPIN] = pending
        return pending
    }

    // MARK: The same bytes again

    /// A pending check that was made with this PIN and that the provider may still know.
    private func repeatable(_ pinKey: P256.Signing.PrivateKey, _ running: Running) -> PendingInstruction? {
        guard let pending = stillUnanswered(.checkPIN, running), pending.message.isSigned(by: pinKey.publicKey) else {
            unanswered[.checkPIN] = nil
            return nil
        }
        return pending
    }

    // MARK: The answer

    /// What sending a check yields.
    private enum CheckReply {
        case outcome(PINCheck)
        /// The challenge was refused: nothing was verified or counted.
        case staleChallenge
    }

    /// Sends a check. One that the provider rejects, or does not answer any more, is `outcomeUnknown`: a PIN is never sent under a fresh
    /// challenge unless its user enters it again. That one settles, because a change that this phone does not know may be the reason.
    ///
    /// - Throws: `serverUnreachable` with the check kept when its outcome may still be learnt.
    private func send(_ pending: PendingInstruction, isRepeated: Bool, _ running: Running) async throws(WalletCoreError) -> CheckReply {
        let reply = try await exchange(pending.body, to: .instruction(.checkPIN), running)
        if case .done(let body) = reply {
            // A report that does not parse is none: it only tells.
            let result = try running.provider.result(in: body, of: pending.message.claims)
            noteReport(result.flatMap { try? WrongPINReport($0) }, running)
        }
        unanswered[.checkPIN] = nil
        switch reply {
        case .done: return .outcome(.valid)
        case .refused(.challengeRejected): return .staleChallenge
        case .refused(.instructionRejected):
            wasCheckRejected = !isRepeated
            return .outcome(.outcomeUnknown)
        case .refused(let problem): return .outcome(try outcome(of: problem, running))
        }
    }

    /// What a refusal means.
    func outcome(of problem: ProviderProblem, _ running: Running) throws(WalletCoreError) -> PINCheck {
        switch problem {
        case .incorrectPIN(let attemptsLeftInRound, let isFinalRound):
            return .invalid(attemptsLeftInRound: attemptsLeftInRound, isFinalRound: isFinalRound)
        case .pinTimeout(let timeLeft):
            return .temporarilyBlocked(until: running.bridges.clock.steadyNow.addingTimeInterval(TimeInterval(timeLeft) / 1000))
        case .accountBlocked: return .permanentlyBlocked
        case .accountRevoked: throw WalletCoreError(.walletRevoked, "the wallet was revoked")
        case .certificateRejected:
            throw WalletCoreError(.walletRejected, "the provider refuses this wallet: \(problem.type)")
        case .challengeRejected, .instructionRejected, .malformedRequest, .attestationRejected, .tooManyRequests, .unexpected, .unavailable:
            throw WalletCoreError(.unexpected, "the provider refused the request: \(problem.type)")
        }
    }
}
