// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import ObservedValues
import PlatformSupport
import ProviderProtocol
import WalletInterface

/// Registers the wallet with the provider: enrols, attests a device key, and sends the new PIN's key.
///
/// The registrar signs `create_wallet` itself. `ProviderChannel` signs for an account: with its certificate, its stored keys, its next
/// sequence number and a beacon. Before the registration there is none of these: the challenge comes from the enrolment, and the number
/// is 1. The signed bytes are stored before they are sent, because a retry sends them again even after a restart.
final class Registrar {
    private let context: WalletContext
    private let channel: ProviderChannel
    private let status: WalletStatusRecord
    private let reserve: WipeReserve

    init(_ channel: ProviderChannel, _ reserve: WipeReserve) {
        context = channel.context
        self.channel = channel
        status = channel.status
        self.reserve = reserve
    }

    /// Registers with a PIN, in the provider's mutex. While its challenge is valid, a pending registration with the same PIN is sent again
    /// byte for byte.
    ///
    /// - Throws: as `Core.register`.
    func register(_ pin: PIN) async throws(WalletCoreError) {
        if try await repeatRegistration(pin) { return }
        // A challenge that the provider refuses is replaced once.
        for _ in 1...2 {
            let pending = try await prepareRegistration(pin)
            if try await submit(pending) { return }
        }
        throw WalletCoreError(.serverUnreachable, "the provider refused two fresh challenges")
    }

    // MARK: The same bytes again

    /// Sends a pending registration again if it was made with this PIN and its challenge is valid.
    ///
    /// - Returns: true if the wallet is now registered; false if a new registration is needed.
    private func repeatRegistration(_ pin: PIN) async throws(WalletCoreError) -> Bool {
        guard let pending = try context.store.value(.pendingRegistration) else { return false }
        let age = context.now.timeIntervalSince(pending.receivedAt)
        let isAlive = (0..<pending.lifetime).contains(age)
        let pinKey = try pin.signingKey(salt: pending.salt)
        let isOurs = (try? InstructionMessage(parsing: pending.message))?.isSigned(by: pinKey.publicKey) ?? false
        guard isAlive, isOurs else {
            try forgetPendingRegistration()
            return false
        }
        return try await submit(pending)
    }

    /// Removes a pending registration whose challenge has expired, so that the phone stores nothing that tests a PIN. Uses no network.
    func forgetDeadRegistration() {
        guard let pending = try? context.store.value(.pendingRegistration) else { return }
        let age = context.now.timeIntervalSince(pending.receivedAt)
        if !(0..<pending.lifetime).contains(age) { try? forgetPendingRegistration() }
    }

    private func forgetPendingRegistration() throws(WalletCoreError) {
        try context.store.change { $0.remove(.pendingRegistration) }
    }

    // MARK: A new registration

    /// Requests a challenge, lets the platform attest a key, signs, and stores everything that a retry needs.
    private func prepareRegistration(_ pin: PIN) async throws(WalletCoreError) -> PendingRegistration {
        let (token, challenge) = try await enrol()
        let receivedAt = context.now
        let (deviceKey, attestation) = try await channel.deviceKeys.attestedKey(for: token)
        let salt = Data(context.randomBytes(PINKey.saltLength))
        let pinKey = try pin.signingKey(salt: salt)
        let claims = InstructionClaims(
            walletID: challenge.walletID, audience: context.provider.audience, instruction: .createWallet, challenge: token,
            sequenceNumber: 1, issuedAt: Int64(receivedAt.timeIntervalSince1970),
            data: RegistrationData(attestation: attestation, pinPublicKey: JWK(pinKey.publicKey)).json)
        guard let message = try? InstructionMessage(claims, signedBy: pinKey) else {
            throw WalletCoreError(.unexpected, "a message cannot be signed")
        }
        guard let proof = try await channel.deviceKeys.proofIfHeld(over: message, by: deviceKey) else {
            throw DeviceKeys.error(.unknownKey)
        }
        let body = ProviderRequest(certificate: nil, message: message, device: proof).encode()
        let pending = PendingRegistration(
            walletID: challenge.walletID.text, deviceKeyID: deviceKey.identifier, deviceKeyKind: deviceKey.kind, salt: salt,
            message: message.text, body: Data(body), receivedAt: receivedAt,
            lifetime: TimeInterval(challenge.expiresAt - challenge.issuedAt))
        try context.store.change { changes throws(WalletCoreError) in try changes.set(.pendingRegistration, to: pending) }
        return pending
    }

    /// Requests a challenge and verifies it.
    private func enrol() async throws(WalletCoreError) -> (token: String, challenge: EnrolmentChallenge) {
        guard case .done(let body) = try await reply(to: Array("{}".utf8), at: .enroll) else {
            if isRevoked { throw WalletCoreError(.walletRevoked, "the provider takes no new wallets") }
            throw WalletCoreError(.serverUnreachable, "the provider refused to enrol")
        }
        let enrolment = try context.provider.enrolmentChallenge(in: body)
        context.time.note(challengeIssuedAt: enrolment.challenge.issuedAt, by: context.clock)
        // A challenge answers no message of the wallet, so its time corrects nothing. The phone's clock may be wrong by a time zone or two,
        // but a challenge from a different day may be old.
        let now = Int64(context.now.timeIntervalSince1970)
        guard now - enrolment.challenge.expiresAt < 86_400, enrolment.challenge.issuedAt - now < 86_400 else {
            throw WalletCoreError(.clockWrong, "the enrolment challenge is from another day")
        }
        return enrolment
    }

    // MARK: The answer

    private var isRevoked: Bool { status.signals.status.value.isRevoked }

    private func reply(to body: [UInt8], at endpoint: Endpoint) async throws(WalletCoreError) -> ProviderReply {
        switch await channel.post(body, to: endpoint) {
        case .answered(let reply): return reply
        case .notSent(let error), .unanswered(let error): throw error
        }
    }

    /// Sends a stored registration.
    ///
    /// - Returns: true if the wallet is now registered; false if the provider refused the challenge.
    private func submit(_ pending: PendingRegistration) async throws(WalletCoreError) -> Bool {
        switch try await reply(to: Array(pending.body), at: .createWallet) {
        case .done(let body):
            try store(pending, try verifiedAnswer(in: body, to: pending))
            return true
        case .refused(.challengeRejected):
            try forgetPendingRegistration()
            return false
        case .refused(.attestationRejected(Self.revocationListMissing)):
            // The refusal does not concern this device: the provider lacks its revocation list. A new key may pass later.
            try await channel.deviceKeys.drop(pending.deviceKeyID)
            throw WalletCoreError(.serverUnreachable, "the provider cannot judge attestations now")
        case .refused(.attestationRejected(let reason)):
            try await channel.deviceKeys.drop(pending.deviceKeyID)
            throw WalletCoreError(.deviceInsecure(.attestationRejected), "the provider refused the attestation: \(Self.word(reason))")
        case .refused(let problem):
            try await channel.deviceKeys.drop(pending.deviceKeyID)
            // The provider refuses new wallets of this kind.
            if isRevoked { throw WalletCoreError(.walletRevoked, "the provider takes no new wallets") }
            throw WalletCoreError(.unexpected, "the provider refused the registration: \(problem.type)")
        }
    }

    private func verifiedAnswer(in body: [UInt8], to pending: PendingRegistration) throws(WalletCoreError) -> RegistrationAnswer {
        guard let walletID = try? WalletID(parsing: pending.walletID) else {
            throw WalletCoreError(.storeDamaged, "the stored wallet id is malformed")
        }
        return try context.provider.registrationAnswer(in: body, for: walletID)
    }

    private func store(_ pending: PendingRegistration, _ answer: RegistrationAnswer) throws(WalletCoreError) {
        let registration = Registration(
            walletID: pending.walletID, deviceKeyID: pending.deviceKeyID, deviceKeyKind: pending.deviceKeyKind,
            certificate: answer.certificate, salt: pending.salt)
        let registered = StoredWalletStatus(revocation: nil, updatedAt: context.now)
        try context.store.change { changes throws(WalletCoreError) in
            try changes.set(.registration, to: registration)
            try changes.set(.sequenceNumber, to: 1)
            try changes.set(.revocationCode, to: StoredRevocationCode(text: answer.revocationCode.text, isConfirmed: false))
            try changes.set(.walletStatus, to: registered)
            changes.remove(.pendingRegistration)
            changes.remove(.pendingDeviceKey)
        }
        reserve.keep()
        status.countAge(of: registered)
        status.signals.timer.wake()
    }

    /// The reason given by a provider whose list of revoked certificates is missing or too old.
    private static let revocationListMissing = "revocation_unknown"

    /// A refusal's reason, if it is a plain word as in the protocol.
    private static func word(_ reason: String) -> String {
        let isPlain = reason.utf8.count <= 40 && reason.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
        return isPlain ? reason : "an unknown reason"
    }
}
