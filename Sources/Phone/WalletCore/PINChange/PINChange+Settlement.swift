// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import PlatformSupport
import ProviderProtocol
import WalletInterface

/// `change_pin_settle`: the typed PIN resolves a change with an unknown outcome.
extension PINChange {
    /// The outcome of a settlement.
    enum Settlement: Sendable, Hashable {
        /// The PIN is right. Its salt and certificate are now the registration's.
        case settled(PINChangeResult.Verdict)
        /// The change is still pending.
        case refused(PINCheck)

        /// The outcome of the PIN check.
        var check: PINCheck {
            switch self {
            case .settled: .valid
            case .refused(let check): check
            }
        }
    }

    /// Resolves the change with a PIN. Can be called at any time: if no change is pending at the provider, it checks the PIN.
    ///
    /// After an error with an unknown outcome, the same PIN sends the same bytes again.
    ///
    /// - Parameter stage: `commit` if the start was answered just now and the PIN is the new one.
    /// - Throws: `noInternet`, `serverUnreachable`; `walletRejected`; a store error; `unexpected`.
    func settle(
        with pin: PIN, _ registration: Registration, as stage: PendingPINChange.Stage = .settlement
    ) async throws(WalletCoreError) -> Settlement {
        let change = try context.store.value(.pendingPINChange)
        let keys = SettlementKeys(
            current: try pin.signingKey(salt: registration.salt),
            new: try pin.signingKey(salt: change?.newSalt ?? registration.salt))
        let order = order(keys, registration, change, stage)
        if let earlier = channel.repeatable(.settlePINChange), keys.made(earlier.message.claims),
            let reply = try await channel.resend(earlier, of: order)
        {
            return try judge(reply, registration, change)
        }
        channel.forget(.settlePINChange)
        return try judge(try await channel.send(order), registration, change)
    }

    /// The keys of the typed PIN, derived with the current and the new salt.
    private struct SettlementKeys {
        let current: P256.Signing.PrivateKey
        let new: P256.Signing.PrivateKey

        /// True if the settlement was signed with the same PIN.
        func made(_ claims: InstructionClaims) -> Bool {
            guard let proofs = try? PINChangeSettlement(claims.data),
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: proofs.current)
            else { return false }
            return current.publicKey.isValidSignature(signature, for: Array(claims.possessionText.utf8))
        }
    }

    /// - Parameter change: nil if no change is pending on this phone.
    private func order(
        _ keys: SettlementKeys, _ registration: Registration, _ change: PendingPINChange?, _ stage: PendingPINChange.Stage
    ) -> InstructionOrder<PINChangeResult> {
        var marked = change
        marked?.stage = stage
        let sent = marked
        return InstructionOrder(
            instruction: .settlePINChange, sender: .wallet(registration),
            data: { (text) throws(WalletCoreError) in
                PINChangeSettlement(
                    current: try Self.proof(over: text, by: keys.current), new: try Self.proof(over: text, by: keys.new)
                ).json
            },
            repetition: .init(
                isKeptWhenDone: true,
                // A settlement may revert the change, so the start of the change must not be repeated after the settlement.
                supersedes: stage == .settlement ? [.startPINChange] : [],
                marks: { (changes) throws(WalletCoreError) in
                    if let sent { try changes.set(.pendingPINChange, to: sent) }
                }),
            read: { (client, body, claims) throws(WalletCoreError) in try client.settlement(in: body, of: claims) })
    }

    /// Takes the provider's answer: stores what it resolved, or restores what it did not.
    private func judge(
        _ reply: InstructionReply<PINChangeResult>, _ registration: Registration, _ change: PendingPINChange?
    ) throws(WalletCoreError) -> Settlement {
        switch reply {
        case .done(let result):
            try store(result, registration, change)
            return .settled(result.pin)
        case .refused(.instructionRejected):
            // So a pending change was not the reason for the rejection.
            if wasCheckRejected {
                wasCheckRejected = false
                if change == nil { throw WalletCoreError(.unexpected, "the provider rejects a check and a settlement") }
            }
            return .refused(.outcomeUnknown)
        case .unclear: return .refused(.outcomeUnknown)
        case .refused(let problem):
            let check = try problem.outcome(by: context.clock)
            try unmark(change)
            return .refused(check)
        }
    }

    /// Stores the resolved PIN's salt and certificate in the registration and removes the pending change, in one transaction with the event
    /// of a new PIN.
    private func store(_ result: PINChangeResult, _ before: Registration, _ change: PendingPINChange?) throws(WalletCoreError) {
        let isRecovered = try context.store.value(.issuance)?.purpose == .recovery && result.pin == .new
        let settled = Registration(
            walletID: before.walletID, deviceKeyID: before.deviceKeyID, deviceKeyKind: before.deviceKeyKind,
            certificate: result.certificate, salt: result.pin == .new ? change?.newSalt ?? before.salt : before.salt)
        var writer = try EventWriter(context.store)
        // The session of a recovery may have been cancelled before its outcome was known.
        let isNew = isRecovered || change?.isRecovery == true
        let event = StoredEvent(isNew ? .newPIN : .pinChanged, at: context.trueNow)
        try context.store.change { changes throws(WalletCoreError) in
            try changes.set(.registration, to: settled)
            changes.remove(.pendingPINChange)
            // A recovery whose answer was lost.
            if isRecovered { changes.remove(.issuance) }
            guard result.pin == .new else { return }
            try writer.add(event, in: &changes)
            try writer.finish(&changes)
        }
        noteSettled()
    }

    /// Restores the stored change: this settlement resolved nothing, so the PIN that was certain before is certain again.
    private func unmark(_ change: PendingPINChange?) throws(WalletCoreError) {
        guard let change, let stored = try context.store.value(.pendingPINChange), stored != change else { return }
        try context.store.change { changes throws(WalletCoreError) in try changes.set(.pendingPINChange, to: change) }
    }
}
