// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import ObservedValues
import PlatformSupport
import ProviderProtocol
package import WalletInterface

extension WalletCore {
    /// Why a new PIN is too simple; nil when it is not (PF2.9/1.2). It needs nothing of the core's state.
    package nonisolated func policyViolation(of pin: PIN) -> PINPolicyViolation? {
        pin.withDigits(PINPolicy.violation)
    }

    /// Sets up the remote PIN (PF2.9/1.5): registers the wallet with the provider. Afterwards it is unlocked, unless `lock()` was called
    /// meanwhile.
    ///
    /// After an error with an unknown outcome a call with the same PIN sends the same bytes again as long as their challenge lives; the
    /// provider then gives the same wallet. Any other call begins anew. Of two calls at once the second finds the wallet registered.
    ///
    /// - Throws: `alreadyRegistered`; `versionBlocked`, `policyExpired`; `walletRevoked` when no new wallets are taken; `deviceInsecure`; `noInternet`, `serverUnreachable`; a
    ///   store error; `unexpected`, also for a PIN that the policy refuses.
    package func register(pin: PIN) async throws(WalletCoreError) {
        let running = try admitted(.register)
        let epoch = lockEpoch
        guard policyViolation(of: pin) == nil else { throw WalletCoreError(.unexpected, "the PIN is too simple") }
        try await providerMutex.run { () async throws(WalletCoreError) in
            // Another call may have come first.
            try admit(.register)
            let isRepeated = try await repeatRegistration(pin, running)
            if !isRepeated { try await registerAnew(pin, running) }
        }
        try? unlock(ifStillIn: epoch)
        // The first use: without one the provider removes the account after a day.
        await prepareUnlock(running, timeout: .seconds(3))
    }

    // MARK: The same bytes again

    /// Sends a pending registration again when it was made with this PIN and its challenge lives.
    ///
    /// - Returns: whether the wallet is registered now; false when a new registration is to be made.
    private func repeatRegistration(_ pin: PIN, _ running: Running) async throws(WalletCoreError) -> Bool {
        guard let pending = try running.store.value(.pendingRegistration) else { return false }
        let age = running.bridges.clock.now.timeIntervalSince(pending.receivedAt)
        let isAlive = (0..<pending.lifetime).contains(age)
        let pinKey = try pinKey(from: pin, salt: Array(pending.salt))
        let isOurs = (try? InstructionMessage(parsing: pending.message))?.isSigned(by: pinKey.publicKey) ?? false
        guard isAlive, isOurs else {
            try forgetPendingRegistration(running)
            return false
        }
        return try await send(pending, running)
    }

    /// Forgets a pending registration whose challenge is dead: at rest the phone is to hold nothing that tests a PIN. No network.
    func forgetDeadRegistration(_ running: Running) {
        guard let pending = try? running.store.value(.pendingRegistration) else { return }
        let age = running.bridges.clock.now.timeIntervalSince(pending.receivedAt)
        if !(0..<pending.lifetime).contains(age) { try? forgetPendingRegistration(running) }
    }

    private func forgetPendingRegistration(_ running: Running) throws(WalletCoreError) {
        try running.store.change { $0.remove(.pendingRegistration) }
    }

    // MARK: A new registration

    private func registerAnew(_ pin: PIN, _ running: Running) async throws(WalletCoreError) {
        // A challenge that died on the way is replaced once.
        for _ in 1...2 {
            let pending = try await prepareRegistration(pin, running)
            if try await send(pending, running) { return }
        }
        throw WalletCoreError(.serverUnreachable, "the provider refused two fresh challenges")
    }

    /// Asks for a challenge, lets the platform attest a key, signs, and stores everything that a retry needs.
    private func prepareRegistration(_ pin: PIN, _ running: Running) async throws(WalletCoreError) -> PendingRegistration {
        let (token, challenge) = try await enrol(running)
        let receivedAt = running.bridges.clock.now
        let (deviceKey, attestation) = try await attestedKey(for: token, running)
        let salt = randomBytes(PINKey.saltLength)
        let pinKey = try pinKey(from: pin, salt: salt)
        let claims = InstructionClaims(
            walletID: challenge.walletID, audience: running.provider.audience, instruction: .createWallet, challenge: token,
            sequenceNumber: 1, issuedAt: Int64(receivedAt.timeIntervalSince1970),
            data: RegistrationData(attestation: attestation, pinPublicKey: JWK(pinKey.publicKey)).json)
        let message = try signed(claims, by: pinKey)
        let body = ProviderRequest(
            certificate: nil, message: message, device: try await deviceProof(over: message, by: deviceKey, running)
        ).encode()
        let pending = PendingRegistration(
            walletID: challenge.walletID.text, deviceKeyID: deviceKey.identifier, deviceKeyKind: deviceKey.kind, salt: Data(salt),
            message: message.text, body: Data(body), receivedAt: receivedAt,
            lifetime: TimeInterval(challenge.expiresAt - challenge.issuedAt))
        try running.store.change { changes throws(WalletCoreError) in try changes.set(.pendingRegistration, to: pending) }
        return pending
    }

    /// Asks for a challenge and verifies it.
    private func enrol(_ running: Running) async throws(WalletCoreError) -> (token: String, challenge: EnrolmentChallenge) {
        guard case .done(let body) = try await exchange(Array("{}".utf8), to: .enroll, running) else {
            if walletStatus.value.isRevoked { throw WalletCoreError(.walletRevoked, "the provider takes no new wallets") }
            throw WalletCoreError(.serverUnreachable, "the provider refused to enrol")
        }
        let enrolment = try running.provider.enrolmentChallenge(in: body)
        // The phone's clock may be wrong by a time zone or two; a challenge of another day is an old one.
        let now = Int64(running.bridges.clock.now.timeIntervalSince1970)
        guard now - enrolment.challenge.expiresAt < 86_400, enrolment.challenge.issuedAt - now < 86_400 else {
            throw WalletCoreError(.serverUnreachable, "the enrolment challenge is from another day")
        }
        return enrolment
    }

    // MARK: The answer

    /// Sends a registration that is stored.
    ///
    /// - Returns: whether the wallet is registered now; false when its challenge is dead and nothing came of it.
    private func send(_ pending: PendingRegistration, _ running: Running) async throws(WalletCoreError) -> Bool {
        switch try await exchange(Array(pending.body), to: .createWallet, running) {
        case .done(let body):
            try keep(pending, try answer(in: body, to: pending, running), running)
            return true
        case .refused(.challengeRejected):
            try forgetPendingRegistration(running)
            return false
        case .refused(.attestationRejected(Self.judgeIsBlind)):
            // Nothing was said of this device: the provider lacks what it judges by. A new key may pass later.
            try await dropDeviceKey(pending.deviceKeyID, running)
            throw WalletCoreError(.serverUnreachable, "the provider cannot judge attestations now")
        case .refused(.attestationRejected(let reason)):
            try await dropDeviceKey(pending.deviceKeyID, running)
            throw WalletCoreError(.deviceInsecure(.attestationRejected), "the provider refused the attestation: \(Self.word(reason))")
        case .refused(let problem):
            try await dropDeviceKey(pending.deviceKeyID, running)
            // No wallet of this kind may be made any more.
            if walletStatus.value.isRevoked { throw WalletCoreError(.walletRevoked, "the provider takes no new wallets") }
            throw WalletCoreError(.unexpected, "the provider refused the registration: \(problem.type)")
        }
    }

    private func answer(
        in body: [UInt8], to pending: PendingRegistration, _ running: Running
    ) throws(WalletCoreError) -> RegistrationAnswer {
        guard let walletID = try? WalletID(parsing: pending.walletID) else {
            throw WalletCoreError(.storeDamaged, "the stored wallet id is malformed")
        }
        return try running.provider.registrationAnswer(in: body, for: walletID)
    }

    private func keep(_ pending: PendingRegistration, _ answer: RegistrationAnswer, _ running: Running) throws(WalletCoreError) {
        let registration = Registration(
            walletID: pending.walletID, deviceKeyID: pending.deviceKeyID, deviceKeyKind: pending.deviceKeyKind,
            certificate: answer.certificate, salt: pending.salt)
        let status = StoredWalletStatus(revocation: nil, learntAt: running.bridges.clock.now)
        try running.store.change { changes throws(WalletCoreError) in
            try changes.set(.registration, to: registration)
            try changes.set(.sequenceNumber, to: 1)
            try changes.set(.revocationCode, to: StoredRevocationCode(text: answer.revocationCode.text, isConfirmed: false))
            try changes.set(.walletStatus, to: status)
            changes.remove(.pendingRegistration)
            changes.remove(.pendingDeviceKey)
        }
        reserve(running.bridges).keep()
        countStatusAge(status, by: running.bridges.clock)
        walletStatusTimer.wake()
    }

    /// The reason of a provider that has no list of revoked certificates that is young enough.
    private static let judgeIsBlind = "revocation_unknown"

    /// A refusal's reason, when it is the plain word that the protocol has there.
    private static func word(_ reason: String) -> String {
        let isPlain = reason.utf8.count <= 40 && reason.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
        return isPlain ? reason : "an unknown reason"
    }
}
