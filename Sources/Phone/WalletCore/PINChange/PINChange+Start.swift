// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import PlatformSupport
import ProviderProtocol
import WalletInterface

/// `change_pin_start`: the old PIN signs, and the message carries the new PIN's key.
extension PINChange {
    /// The unanswered start, if it was made with these two PINs.
    func repeatableStart(from old: PIN, to new: PIN) throws(WalletCoreError) -> PendingInstruction? {
        guard let pending = channel.repeatable(.startPINChange), let change = try context.store.value(.pendingPINChange),
            let start = try? PINChangeStart(pending.message.claims.data)
        else { return nil }
        let oldKey = try old.signingKey(salt: try context.registration().salt)
        let newKey = try new.signingKey(salt: change.newSalt)
        return pending.message.isSigned(by: oldKey.publicKey) && start.newPINPublicKey == JWK(newKey.publicKey) ? pending : nil
    }

    /// Starts a change at the provider, or repeats a start. The start message is stored until the change is resolved, so that the same PINs
    /// send the same bytes.
    ///
    /// - Returns: nil if the provider has the keys of both PINs; otherwise the outcome.
    /// - Throws: `serverUnreachable` with the change stored if the start may have arrived; `noInternet`, `serverUnreachable` with the
    ///   change removed if this start was never sent; `walletRejected`; a store error.
    func start(from old: PIN, to new: PIN, repeating earlier: PendingInstruction?) async throws(WalletCoreError) -> PINCheck? {
        let registration = try context.registration()
        let newSalt = try context.store.value(.pendingPINChange)?.newSalt ?? Data(context.randomBytes(PINKey.saltLength))
        let newKey = try new.signingKey(salt: newSalt)
        let repetition = InstructionOrder<JSONObject?>.Repetition(
            isKeptWhenDone: true, whenNotSent: { () throws(WalletCoreError) in try self.forget() },
            marks: { (changes) throws(WalletCoreError) in
                try changes.set(.pendingPINChange, to: PendingPINChange(newSalt: newSalt, stage: .start))
            })
        // The certificate in the answer is not stored, because the settlement returns a certificate for the key in force.
        let order = InstructionOrder.signed(
            .startPINChange, by: try old.signingKey(salt: registration.salt), of: registration, repetition
        ) { (text) throws(WalletCoreError) in
            PINChangeStart(newPINPublicKey: JWK(newKey.publicKey), proof: try Self.proof(over: text, by: newKey)).json
        }
        if let earlier, let reply = try await channel.resend(earlier, of: order) {
            switch reply {
            case .done: return nil
            case .refused(.instructionRejected), .unclear: return .outcomeUnknown
            case .refused(let problem):
                // A wrong PIN is a verdict on these bytes, even if they were judged earlier. Any other refusal of a repeated start may come
                // from a later state of the account.
                if problem.isWrongPIN { try forget() }
                return try problem.outcome(by: context.clock)
            }
        }
        switch try await channel.send(order) {
        case .done: return nil
        // The change may have started, or a change that this phone does not know of is pending. The next PIN resolves either.
        case .refused(.instructionRejected), .unclear: return .outcomeUnknown
        case .refused(let problem):
            try forget()
            return try problem.outcome(by: context.clock)
        }
    }

    /// Removes the change of the last prepared start.
    private func forget() throws(WalletCoreError) {
        try context.store.change { $0.remove(.pendingPINChange) }
    }

    /// Proves possession of a PIN's key: a signature over the ASCII bytes of the message's text, r ‖ s.
    static func proof(over text: String, by pinKey: P256.Signing.PrivateKey) throws(WalletCoreError) -> [UInt8] {
        guard let signature = try? pinKey.signature(for: Array(text.utf8)) else {
            throw WalletCoreError(.unexpected, "a PIN key cannot sign")
        }
        return Array(signature.rawRepresentation)
    }
}

extension ProviderProblem {
    fileprivate var isWrongPIN: Bool {
        if case .incorrectPIN = self { true } else { false }
    }
}
