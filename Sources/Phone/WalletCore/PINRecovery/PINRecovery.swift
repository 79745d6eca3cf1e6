// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import OpenID4VCI
import OpenID4VCIWallet
import PlatformSupport
import ProviderProtocol
import SDJWT
import WalletConfiguration
import WalletInterface

/// Replaces a forgotten PIN (UC2.3.2): the PID's issuer identifies the person, and the provider takes the new PIN's key.
final class PINRecovery {
    private let context: WalletContext
    private let channel: ProviderChannel
    private let issuance: Issuance
    private let pinChange: PINChange

    init(_ issuance: Issuance, _ pinChange: PINChange) {
        context = issuance.context
        channel = issuance.channel
        self.issuance = issuance
        self.pinChange = pinChange
    }

    private static var unreadableOwner: WalletCoreError {
        WalletCoreError(.issuance(.recoveryUnavailable), "nothing says any more whose the PID is")
    }

    // MARK: The login

    /// Starts a recovery session, in the issuance mutex.
    ///
    /// - Throws: as `Core.startPINRecovery`.
    func begin() async throws(WalletCoreError) -> StoredIssuance {
        guard context.features.pinRecovery, try context.store.value(.pid)?.recovery == .known else {
            throw WalletCoreError(.issuance(.recoveryUnavailable), "the provider knows no recovery code of this wallet")
        }
        if let pid = try issuance.presentPID(), try issuance.holder(of: pid) == nil { throw Self.unreadableOwner }
        return try await issuance.begin(for: .recovery)
    }

    /// Checks the identity of the person who has logged in, before a new PIN is requested. The provider checks it again.
    func identify(_ session: inout StoredIssuance) async throws(WalletCoreError) {
        let preview = try await issuance.preview(&session)
        var holder: JSONObject?
        if let pid = try issuance.presentPID() {
            holder = try issuance.holder(of: pid)
            guard holder != nil else {
                await issuance.giveUp(session, notifying: .deleted)
                throw Self.unreadableOwner
            }
        }
        guard let known = holder?.recoveryCode, known == preview.card.recoveryCode else {
            await issuance.giveUp(session, notifying: .deleted)
            throw WalletCoreError(.issuance(.wrongPerson), "another person has logged in")
        }
    }

    // MARK: The new PIN

    /// Completes the recovery with a new PIN, in the issuance mutex.
    ///
    /// - Throws: as `Core.completePINRecovery`.
    func complete(new pin: PIN) async throws(WalletCoreError) -> PINRecoveryOutcome {
        let session = try issuance.session(for: .recovery)
        guard let preview = session.preview else { throw WalletCoreError(.issuance(.noSession), "the login has not returned yet") }
        var work = session
        let salt = try context.store.value(.pendingPINChange)?.newSalt ?? Data(context.randomBytes(PINKey.saltLength))
        let pinKey = try pin.signingKey(salt: salt)
        do throws(WalletCoreError) {
            let settings = try IssuanceSettings(context.configuration.document)
            let keys = try await fetch(&work, settings, pinKey)
            let pid = try await proof(work, keys, like: preview, settings)
            let outcome = try await complete(pid, pinKey, salt: salt, session)
            if outcome == .recovered { await issuance.notify({ _ in .deleted }, work) }
            return outcome
        } catch {
            if error == WalletCoreError(.issuance(.unfitCredential), "") { await issuance.giveUp(work, notifying: .failure) }
            throw error
        }
    }

    /// Starts the recovery at the provider and fetches a PID bound to its keys.
    private func fetch(
        _ work: inout StoredIssuance, _ settings: IssuanceSettings, _ pinKey: P256.Signing.PrivateKey
    ) async throws(WalletCoreError) -> [IssuedKeys.Key] {
        do throws(IssuanceFailure) {
            try work.client.requestAgain(settings.pid.sdJWT.configurationID)
        } catch {
            throw WalletCoreError(error)
        }
        var keys: [IssuedKeys.Key] = []
        for _ in 1...64 {
            switch work.client.step {
            case .send: try await issuance.takeStep(&work, settings)
            case .prove(let order):
                keys = try await startRecovery(order, pinKey, work)
                do throws(IssuanceFailure) {
                    try work.client.prove(with: keys.map(\.proof))
                } catch {
                    throw WalletCoreError(.serverUnreachable, "the provider's proofs cannot be used")
                }
            case .review: return keys
            default: throw WalletCoreError(.unexpected, "the issuance went out of order")
            }
        }
        throw WalletCoreError(.issuance(.unfitIssuer), "the issuer asks without end")
    }

    private func startRecovery(
        _ order: KeyProofOrder, _ pinKey: P256.Signing.PrivateKey, _ work: StoredIssuance
    ) async throws(WalletCoreError) -> [IssuedKeys.Key] {
        let request = KeyRequest(
            count: 1, audience: order.audience.text, nonce: order.nonce, issuer: order.clientID,
            isAttested: order.configuration.keyAttestation != nil)
        let start = PINRecoveryStart(newPINPublicKey: JWK(pinKey.publicKey), keys: request)
        let reply = try await channel.mutex.run { () async throws(WalletCoreError) in
            // A start whose answer is lost is not repeated: a new start replaces it.
            defer { channel.forget(.startPINRecovery) }
            return try await channel.send(
                .signed(.startPINRecovery, by: pinKey, of: try context.registration(), Self.repetition()) { (_) throws(WalletCoreError) in
                    start.json
                })
        }
        switch reply {
        case .done(let result):
            guard let result, let issued = try? IssuedKeys(result), issued.keys.count == 1 else {
                throw WalletCoreError(.serverUnreachable, "the provider's answer has not the key that was asked for")
            }
            return issued.keys
        case .refused(.instructionRejected):
            try issuance.drop(work)
            throw WalletCoreError(.issuance(.recoveryUnavailable), "the provider recovers no PIN of this wallet")
        case .refused(let problem): throw problem.error("the provider refused the recovery")
        case .unclear: throw WalletCoreError(.serverUnreachable, "the provider does not say whether the recovery has begun")
        }
    }

    /// The same bytes are sent up to three times without an answer. A message that was never sent is forgotten.
    private static func repetition(
        marks: @escaping (inout StoreChanges) throws(WalletCoreError) -> Void = { (_) throws(WalletCoreError) in }
    ) -> InstructionOrder<JSONObject?>.Repetition {
        .init(deliveries: 3, whenNotSent: { () throws(WalletCoreError) in }, marks: marks)
    }

    /// The PID that was issued for a key of the recovery, with only its recovery code disclosed.
    private func proof(
        _ work: StoredIssuance, _ keys: [IssuedKeys.Key], like preview: IssuedCard, _ settings: IssuanceSettings
    ) async throws(WalletCoreError) -> String {
        let tokens = try CredentialCheck.tokens(work.client.issued.dropFirst().flatMap(\.credentials))
        let copies = try await CredentialCheck(settings: settings, time: context.trueNow, isTimeSynchronized: context.time.isSynchronized)
            .sdJWTs(tokens, boundTo: keys.map(\.publicKey))
        guard let first = copies.copies.first, let token = tokens.first,
            CardClaims.ofPerson(first.payload) == CardClaims.ofPerson(try preview.payload),
            let disclosure = try? token.disclosing([["recovery_code"]])
        else { throw CredentialCheck.unfit("it is not of the person who is back") }
        return disclosure.serialized
    }

    private func complete(
        _ pid: String, _ pinKey: P256.Signing.PrivateKey, salt: Data, _ session: StoredIssuance
    ) async throws(WalletCoreError) -> PINRecoveryOutcome {
        try await channel.mutex.run { () async throws(WalletCoreError) in
            let registration = try context.registration()
            let before = try context.store.value(.pendingPINChange)
            let repetition = Self.repetition { (changes) throws(WalletCoreError) in
                // From here on the new PIN may be in force.
                try changes.set(.pendingPINChange, to: PendingPINChange(newSalt: salt, stage: .settlement, isRecovery: true))
            }
            let reply: InstructionReply<JSONObject?>
            do throws(WalletCoreError) {
                reply = try await channel.send(
                    .signed(.completePINRecovery, by: pinKey, of: registration, repetition) { (_) throws(WalletCoreError) in
                        RecoveryCodeDisclosure(pid: pid).json
                    })
            } catch {
                // Only this process could repeat the message. The next PIN resolves the outcome in any case.
                let mayHaveArrived = channel.forget(.completePINRecovery)
                if mayHaveArrived, error.code == .serverUnreachable || error.code == .noInternet { return .outcomeUnknown }
                if !mayHaveArrived { try restore(before) }
                throw error
            }
            switch reply {
            case .done(let result):
                let certificate = try context.provider.certificate(in: result, of: registration.walletID)
                try putIntoForce(certificate, salt, registration)
                return .recovered
            case .unclear: return .outcomeUnknown
            case .refused(.instructionRejected):
                try restore(before)
                try issuance.drop(session)
                throw WalletCoreError(.issuance(.wrongPerson), "the provider does not accept the PID")
            case .refused(let problem):
                try restore(before)
                throw problem.error("the provider refused the recovery")
            }
        }
    }

    /// Restores the earlier pending change, because nothing has changed at the provider.
    private func restore(_ before: PendingPINChange?) throws(WalletCoreError) {
        guard try context.store.value(.pendingPINChange) != before else { return }
        try context.store.change { changes throws(WalletCoreError) in
            if let before { try changes.set(.pendingPINChange, to: before) } else { changes.remove(.pendingPINChange) }
        }
    }

    private func putIntoForce(
        _ certificate: String, _ salt: Data, _ before: Registration
    ) throws(WalletCoreError) {
        let recovered = Registration(
            walletID: before.walletID, deviceKeyID: before.deviceKeyID, deviceKeyKind: before.deviceKeyKind, certificate: certificate,
            salt: salt)
        var writer = try EventWriter(context.store)
        let event = StoredEvent(.newPIN, at: context.trueNow)
        try context.store.change { changes throws(WalletCoreError) in
            try changes.set(.registration, to: recovered)
            changes.remove(.pendingPINChange)
            changes.remove(.issuance)
            try writer.add(event, in: &changes)
            try writer.finish(&changes)
        }
        pinChange.noteSettled()
    }
}
