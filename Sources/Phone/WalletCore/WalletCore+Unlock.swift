// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import PlatformSupport
import ProviderProtocol

extension WalletCore {
    /// Checks a PIN with the provider and unlocks when it is right (PF2.8/1.1).
    ///
    /// After an error with an unknown outcome a call with the same PIN sends the same bytes again, so that an attempt is counted once. A
    /// challenge that the provider refuses, which counts nothing, is replaced once.
    ///
    /// - Returns: the outcome; a wrong PIN is one.
    /// - Throws: `notRegistered`; `noInternet`, `serverUnreachable`; `walletRejected`, `walletRevoked`; `locked` when `lock()` was called meanwhile and the PIN
    ///   was right; a store error; `unexpected`. The lock stays as it is.
    package func unlock(pin: PIN) async throws(WalletCoreError) -> PINCheck {
        let running = try admitted(.unlock)
        let epoch = lockEpoch
        let outcome = try await providerTurn.run { () async throws(WalletCoreError) in
            // It may have been wiped or revoked meanwhile.
            try admit(.unlock)
            guard let registration = try running.store.value(.registration) else {
                throw WalletCoreError(.notRegistered, "there is no remote PIN")
            }
            return try await check(pin, registration, running)
        }
        if outcome == .valid {
            // An answer to the right PIN is one about the status, too.
            note(.active, isProven: true, running)
            try unlock(ifStillIn: epoch)
        }
        // A wallet that is blocked for good does not open by face or finger either.
        if outcome == .permanentlyBlocked { try await forgetBiometrics(running) }
        return outcome
    }

    private func check(_ pin: PIN, _ registration: Registration, _ running: Running) async throws(WalletCoreError) -> PINCheck {
        let pinKey = try pinKey(from: pin, salt: Array(registration.salt))
        if let outcome = try await repeatUnlock(pinKey, running) { return outcome }
        // A challenge that died on the way is replaced once.
        for _ in 1...2 {
            let challenge: String
            switch try await takeChallenge(registration, running) {
            case .done(let fresh): challenge = fresh
            case .refused(let problem): return try outcome(of: problem, running)
            }
            let pending = try await prepareUnlock(challenge, pinKey, registration, running)
            if let outcome = try await send(pending, isRepeated: false, running) { return outcome }
        }
        throw WalletCoreError(.serverUnreachable, "the provider refused two fresh challenges")
    }

    /// The challenge fetched ahead while it is fresh, else a new one.
    private func takeChallenge(_ registration: Registration, _ running: Running) async throws(WalletCoreError) -> ChallengeReply {
        let prepared = preparedChallenge
        preparedChallenge = nil
        if let prepared, prepared.isFresh(at: running.bridges.clock.now) { return .done(prepared.challenge) }
        return try await fetchChallenge(registration, running)
    }

    /// Signs a message; its number is stored before it is sent.
    private func prepareUnlock(
        _ challenge: String, _ pinKey: P256.Signing.PrivateKey, _ registration: Registration, _ running: Running
    ) async throws(WalletCoreError) -> PendingUnlock {
        let sequenceNumber = try nextSequenceNumber(running)
        let message = try signed(
            try claims(.checkPIN, challenge: challenge, sequenceNumber: sequenceNumber, registration, running), by: pinKey)
        let body = ProviderRequest(
            certificate: registration.certificate, message: message,
            device: try await deviceProof(over: message, by: registration.deviceKey, running)
        ).encode()
        let pending = PendingUnlock(message: message, body: body, madeAt: running.bridges.clock.now)
        try running.store.change { changes throws(WalletCoreError) in try changes.set(.sequenceNumber, to: sequenceNumber) }
        pendingUnlock = pending
        return pending
    }

    // MARK: The same bytes again

    /// Sends a pending check again when it was made with this PIN and the provider may still know it.
    ///
    /// - Returns: its outcome; nil when a new check is to be made.
    private func repeatUnlock(_ pinKey: P256.Signing.PrivateKey, _ running: Running) async throws(WalletCoreError) -> PINCheck? {
        guard let pending = pendingUnlock else { return nil }
        guard pending.isAlive(at: running.bridges.clock.now), pending.message.isSigned(by: pinKey.publicKey) else {
            pendingUnlock = nil
            return nil
        }
        return try await send(pending, isRepeated: true, running)
    }

    // MARK: The answer

    /// Sends a check.
    ///
    /// - Returns: the outcome; nil when the provider refused the challenge: it verified and counted nothing.
    ///   A repeated check that the provider does not answer any more is `outcomeUnknown`: a PIN is never sent under a fresh challenge unless
    ///   its user enters it again.
    /// - Throws: `serverUnreachable` with the check kept when its outcome may still be learnt.
    private func send(_ pending: PendingUnlock, isRepeated: Bool, _ running: Running) async throws(WalletCoreError) -> PINCheck? {
        switch try await exchange(pending.body, to: .instruction(.checkPIN), running) {
        case .done(let body):
            _ = try running.provider.result(in: body, of: pending.message.claims)
            pendingUnlock = nil
            return .valid
        case .refused(.challengeRejected):
            pendingUnlock = nil
            return nil
        case .refused(.instructionRejected) where isRepeated:
            pendingUnlock = nil
            return .outcomeUnknown
        case .refused(let problem):
            pendingUnlock = nil
            return try outcome(of: problem, running)
        }
    }

    /// What a refusal means.
    private func outcome(of problem: ProviderProblem, _ running: Running) throws(WalletCoreError) -> PINCheck {
        switch problem {
        case .incorrectPIN(let attemptsLeftInRound, let isFinalRound):
            return .invalid(attemptsLeftInRound: attemptsLeftInRound, isFinalRound: isFinalRound)
        case .pinTimeout(let timeLeft):
            return .temporarilyBlocked(until: running.bridges.clock.now.addingTimeInterval(TimeInterval(timeLeft) / 1000))
        case .accountBlocked: return .permanentlyBlocked
        case .accountRevoked: throw WalletCoreError(.walletRevoked, "the wallet was revoked")
        case .certificateRejected:
            throw WalletCoreError(.walletRejected, "the provider refuses this wallet: \(problem.type)")
        case .challengeRejected, .instructionRejected, .malformedRequest, .attestationRejected, .tooManyRequests, .unexpected, .unavailable:
            throw WalletCoreError(.unexpected, "the provider refused the request: \(problem.type)")
        }
    }
}
