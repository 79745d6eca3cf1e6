// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import PlatformSupport
import ProviderProtocol
import WalletInterface

/// `change_pin_settle`: the PIN that the user types decides a change whose outcome the phone does not know.
extension PINChange {
    /// The outcome of a settlement.
    enum Settlement: Sendable, Hashable {
        /// The PIN is right, and its salt and certificate are the registration's from now on.
        case settled(PINChangeResult.Verdict)
        /// The change is pending as before.
        case refused(PINCheck)

        /// What it says of the PIN.
        var check: PINCheck {
            switch self {
            case .settled: .valid
            case .refused(let check): check
            }
        }
    }

    /// Settles with a PIN. It may be done at any time: with nothing pending at the provider it is a check of the PIN.
    ///
    /// After an error with an unknown outcome the same PIN sends the same bytes again.
    ///
    /// - Parameter stage: `commit` when the start was answered just now and the PIN is the new one.
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
            let settlement = try judge(try await channel.resend(earlier, of: order), registration, change)
        {
            return settlement
        }
        channel.forget(.settlePINChange)
        guard let settlement = try judge(try await channel.send(order), registration, change) else {
            throw WalletCoreError(.serverUnreachable, "the provider refused two fresh challenges")
        }
        return settlement
    }

    /// The typed PIN's keys under the two salts.
    private struct SettlementKeys {
        let current: P256.Signing.PrivateKey
        let new: P256.Signing.PrivateKey

        /// Whether a settlement was made with the same PIN.
        func made(_ claims: InstructionClaims) -> Bool {
            guard let proofs = try? PINChangeSettlement(claims.data),
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: proofs.current)
            else { return false }
            return current.publicKey.isValidSignature(signature, for: Array(claims.challenge.utf8))
        }
    }

    /// - Parameter change: nil when only the provider may know of a change.
    private func order(
        _ keys: SettlementKeys, _ registration: Registration, _ change: PendingPINChange?, _ stage: PendingPINChange.Stage
    ) -> InstructionOrder<PINChangeResult> {
        var marked = change
        marked?.stage = stage
        let sent = marked
        return InstructionOrder(
            instruction: .settlePINChange, sender: .wallet(registration),
            data: { (challenge) throws(WalletCoreError) in
                PINChangeSettlement(
                    current: try Self.proof(of: challenge, by: keys.current), new: try Self.proof(of: challenge, by: keys.new)
                ).json
            },
            repetition: .init(
                isKeptWhenDone: true,
                // A settlement may take the change back: its start must not be repeated after it.
                supersedes: stage == .settlement ? [.startPINChange] : [],
                marks: { (changes) throws(WalletCoreError) in
                    if let sent { try changes.set(.pendingPINChange, to: sent) }
                }),
            read: { (client, body, claims) throws(WalletCoreError) in try client.settlement(in: body, of: claims) })
    }

    /// - Returns: nil when the challenge was refused: nothing was verified or counted.
    private func judge(
        _ reply: InstructionReply<PINChangeResult>, _ registration: Registration, _ change: PendingPINChange?
    ) throws(WalletCoreError) -> Settlement? {
        switch reply {
        case .done(let result):
            try store(result, registration, change)
            return .settled(result.pin)
        case .refused(.challengeRejected): return nil
        case .refused(.instructionRejected):
            // Nothing that is pending was the reason for the rejection, then.
            if wasCheckRejected {
                wasCheckRejected = false
                if change == nil { throw WalletCoreError(.unexpected, "the provider rejects a check and a settlement") }
            }
            return .refused(.outcomeUnknown)
        case .unclear: return .refused(.outcomeUnknown)
        case .noChallenge(let problem): return .refused(try problem.outcome(by: context.clock))
        case .refused(let problem):
            let check = try problem.outcome(by: context.clock)
            try unmark(change)
            return .refused(check)
        }
    }

    /// Puts the settled PIN's salt and certificate into the registration; nothing is pending afterwards. One transaction.
    private func store(_ result: PINChangeResult, _ before: Registration, _ change: PendingPINChange?) throws(WalletCoreError) {
        let isRecovered = try context.store.value(.issuance)?.purpose == .recovery && result.pin == .new
        let settled = Registration(
            walletID: before.walletID, deviceKeyID: before.deviceKeyID, deviceKeyKind: before.deviceKeyKind,
            certificate: result.certificate, salt: result.pin == .new ? change?.newSalt ?? before.salt : before.salt)
        try context.store.change { changes throws(WalletCoreError) in
            try changes.set(.registration, to: settled)
            changes.remove(.pendingPINChange)
            // It was a recovery whose answer was lost.
            if isRecovered { changes.remove(.issuance) }
        }
        noteSettled()
    }

    /// Stores the change as it was before: this settlement has settled nothing, so what was certain then is certain again.
    private func unmark(_ change: PendingPINChange?) throws(WalletCoreError) {
        guard let change, let stored = try context.store.value(.pendingPINChange), stored != change else { return }
        try context.store.change { changes throws(WalletCoreError) in try changes.set(.pendingPINChange, to: change) }
    }
}
