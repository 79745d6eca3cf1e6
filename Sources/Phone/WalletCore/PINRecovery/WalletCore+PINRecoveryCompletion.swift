// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import OpenID4VCI
import PlatformSupport
import ProviderProtocol
import SDJWT
import WalletConfiguration
package import WalletInterface

extension WalletCore {
    /// Completes the recovery with the new PIN (1.4a): the provider keeps its key aside and makes keys for a PID, the issuer issues that, and its
    /// recovery code puts the new PIN into force.
    ///
    /// From the moment in which the last message may have been sent both salts are kept, as in a PIN change: when its answer is lost, also by
    /// a kill, `unlock(pin:)` finds out which PIN is in force. Until then nothing changes, and the call can be made again.
    ///
    /// - Parameter new: one that `policyViolation(of:)` has nothing against.
    /// - Throws: `noInternet`, `serverUnreachable`: nothing came of it, and the same call goes on; `issuance` with `noSession`, `loginStopped`,
    ///   `refused`, `unfitIssuer`, `unfitCredential`, `wrongPerson`, `recoveryUnavailable`: there is no session any more; `notRegistered`,
    ///   `platformMissing`, `notInitialized`, `versionBlocked`, `policyExpired`, `walletRejected`, `walletRevoked`, a store error; `unexpected`, also for a PIN that the policy
    ///   refuses.
    package func completePINRecovery(new pin: PIN) async throws(WalletCoreError) -> PINRecoveryOutcome {
        let running = try admitted(.completePINRecovery)
        guard policyViolation(of: pin) == nil else { throw WalletCoreError(.unexpected, "the PIN is too simple") }
        let epoch = lockEpoch
        let outcome = try await issuanceMutex.run { () async throws(WalletCoreError) in
            try admit(.completePINRecovery)
            let session = try issuanceSession(for: .recovery, running)
            guard let preview = session.preview else { throw WalletCoreError(.issuance(.noSession), "nobody has come back yet") }
            var work = session
            let salt = try running.store.value(.pendingPINChange)?.newSalt ?? Data(randomBytes(PINKey.saltLength))
            let pinKey = try pinKey(from: pin, salt: Array(salt))
            do throws(WalletCoreError) {
                let settings = try IssuanceSettings(configuration)
                let keys = try await fetch(&work, settings, pinKey, running)
                let pid = try await proof(work, keys, like: preview, settings, running)
                let outcome = try await complete(pid, pinKey, salt: salt, session, running)
                if outcome == .recovered {
                    await tell({ _ in .deleted }, work, running)
                }
                return outcome
            } catch {
                if error == WalletCoreError(.issuance(.unfitCredential), "") { await giveUp(work, telling: .failure, running) }
                throw error
            }
        }
        if outcome == .recovered {
            note(.active, isProven: true, running)
            // Locked meanwhile, it stays so; the new PIN opens it.
            try? unlock(ifStillIn: epoch)
        }
        return outcome
    }

    /// Starts the recovery at the provider and has a PID issued on its keys.
    private func fetch(
        _ work: inout StoredIssuance, _ settings: IssuanceSettings, _ pinKey: P256.Signing.PrivateKey, _ running: Running
    ) async throws(WalletCoreError) -> [IssuedKeys.Key] {
        do throws(IssuanceFailure) {
            try work.client.requestAgain(settings.pid.sdJWT.configurationID)
        } catch {
            throw WalletCoreError(error)
        }
        var keys: [IssuedKeys.Key] = []
        for _ in 1...64 {
            switch work.client.step {
            case .send: try await exchange(&work, settings, running)
            case .prove(let order):
                keys = try await startRecovery(order, pinKey, work, running)
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
        _ order: KeyProofOrder, _ pinKey: P256.Signing.PrivateKey, _ work: StoredIssuance, _ running: Running
    ) async throws(WalletCoreError) -> [IssuedKeys.Key] {
        let request = KeyRequest(
            count: 1, audience: order.audience.text, nonce: order.nonce, issuer: order.clientID,
            isAttested: order.configuration.keyAttestation != nil)
        let start = PINRecoveryStart(newPINPublicKey: JWK(pinKey.publicKey), keys: request)
        let reply = try await providerMutex.run { () async throws(WalletCoreError) in
            // A start that is lost is made anew: it takes the place of an earlier one.
            defer { unanswered[.startPINRecovery] = nil }
            return try await perform(.startPINRecovery, data: start.json, signedBy: pinKey, try registration(running), running)
        }
        switch reply {
        case .done(let result):
            guard let result, let issued = try? IssuedKeys(result), issued.keys.count == 1 else {
                throw WalletCoreError(.serverUnreachable, "the provider's answer has not the key that was asked for")
            }
            return issued.keys
        case .refused(.instructionRejected):
            try drop(work, running)
            throw WalletCoreError(.issuance(.recoveryUnavailable), "the provider recovers no PIN of this wallet")
        case .refused(let problem):
            _ = try self.outcome(of: problem, running)
            throw WalletCoreError(.unexpected, "the provider refused the recovery: \(problem.type)")
        case .unclear: throw WalletCoreError(.serverUnreachable, "the provider does not say whether the recovery has begun")
        }
    }

    /// The PID that was issued on a key of the recovery, with its recovery code alone disclosed.
    private func proof(
        _ work: StoredIssuance, _ keys: [IssuedKeys.Key], like preview: IssuedCard, _ settings: IssuanceSettings, _ running: Running
    ) async throws(WalletCoreError) -> String {
        let texts = work.client.issued.dropFirst().flatMap(\.credentials)
        let copies = try await CredentialCheck(settings: settings, time: running.bridges.clock.now)
            .sdJWTs(texts, boundTo: keys.map(\.publicKey))
        guard let first = copies.copies.first, let text = texts.first,
            CardClaims.ofPerson(first.payload) == CardClaims.ofPerson(try preview.payload),
            let disclosure = try? SDJWT(parsing: text).disclosing([["recovery_code"]])
        else { throw CredentialCheck.unfit("it is not of the person who is back") }
        return disclosure.serialized
    }

    private func complete(
        _ pid: String, _ pinKey: P256.Signing.PrivateKey, salt: Data, _ session: StoredIssuance, _ running: Running
    ) async throws(WalletCoreError) -> PINRecoveryOutcome {
        try await providerMutex.run { () async throws(WalletCoreError) in
            let registration = try registration(running)
            let before = try running.store.value(.pendingPINChange)
            let reply: SignedInstructionReply
            do throws(WalletCoreError) {
                reply = try await perform(
                    .completePINRecovery, data: RecoveryCodeDisclosure(pid: pid).json, signedBy: pinKey, registration, running
                ) { (changes) throws(WalletCoreError) in
                    // From here on the new PIN may be in force.
                    try changes.set(.pendingPINChange, to: PendingPINChange(newSalt: salt, stage: .settlement))
                }
            } catch {
                // In memory only this process could repeat it; the next PIN settles in any case.
                let mayHaveArrived = unanswered.removeValue(forKey: .completePINRecovery) != nil
                if mayHaveArrived, error.code == .serverUnreachable || error.code == .noInternet { return .outcomeUnknown }
                if !mayHaveArrived { try restore(before, running) }
                throw error
            }
            switch reply {
            case .done(let result):
                let certificate = try running.provider.certificate(in: result, of: registration.walletID)
                try putIntoForce(certificate, salt, registration, running)
                return .recovered
            case .unclear: return .outcomeUnknown
            case .refused(.instructionRejected):
                try restore(before, running)
                try drop(session, running)
                throw WalletCoreError(.issuance(.wrongPerson), "the provider does not accept the PID")
            case .refused(let problem):
                try restore(before, running)
                _ = try self.outcome(of: problem, running)
                throw WalletCoreError(.unexpected, "the provider refused the recovery: \(problem.type)")
            }
        }
    }

    /// Nothing has changed at the provider: what was pending before is so again.
    private func restore(_ before: PendingPINChange?, _ running: Running) throws(WalletCoreError) {
        guard try running.store.value(.pendingPINChange) != before else { return }
        try running.store.change { changes throws(WalletCoreError) in
            if let before { try changes.set(.pendingPINChange, to: before) } else { changes.remove(.pendingPINChange) }
        }
    }

    private func putIntoForce(
        _ certificate: String, _ salt: Data, _ before: Registration, _ running: Running
    ) throws(WalletCoreError) {
        let recovered = Registration(
            walletID: before.walletID, deviceKeyID: before.deviceKeyID, deviceKeyKind: before.deviceKeyKind, certificate: certificate,
            salt: salt)
        try running.store.change { changes throws(WalletCoreError) in
            try changes.set(.registration, to: recovered)
            changes.remove(.pendingPINChange)
            changes.remove(.issuance)
        }
        // Nothing that the old PIN has signed is of use any more.
        unanswered = [:]
        wasCheckRejected = false
    }
}
