// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import PlatformSupport
import ProviderProtocol
import WalletInterface

/// `change_pin_start`: the old PIN proves itself and brings the new PIN's key.
extension WalletCore {
    /// What making a start yields.
    enum PreparedStart: Sendable {
        case ready(PendingInstruction)
        /// There is no challenge for it.
        case refused(ProviderProblem)
    }

    /// What sending a start yields.
    enum StartReply: Sendable {
        /// The provider has both PINs' keys.
        case started
        /// It has come to nothing, or to nothing that is known.
        case ended(PINCheck)
        /// The challenge was refused: nothing was verified or counted.
        case staleChallenge
    }

    /// The start that has no answer yet, if it was made with these two PINs.
    func repeatableStart(from old: PIN, to new: PIN, _ running: Running) throws(WalletCoreError) -> PendingInstruction? {
        guard let pending = stillUnanswered(.startPINChange, running), let change = try running.store.value(.pendingPINChange),
            let start = try? PINChangeStart(pending.message.claims.data)
        else { return nil }
        let oldKey = try pinKey(from: old, salt: Array(try registration(running).salt))
        let newKey = try pinKey(from: new, salt: Array(change.newSalt))
        return pending.message.isSigned(by: oldKey.publicKey) && start.newPINPublicKey == JWK(newKey.publicKey) ? pending : nil
    }

    /// Signs a start. The new salt and the message's number are stored before it is sent.
    func prepareStart(from old: PIN, to new: PIN, _ running: Running) async throws(WalletCoreError) -> PreparedStart {
        let registration = try registration(running)
        let challenge: String
        switch try await takeChallenge(for: .startPINChange, registration, running) {
        case .done(let fresh): challenge = fresh
        case .refused(let problem): return .refused(problem)
        }
        let newSalt = try running.store.value(.pendingPINChange)?.newSalt ?? Data(randomBytes(PINKey.saltLength))
        let newKey = try pinKey(from: new, salt: Array(newSalt))
        let data = PINChangeStart(newPINPublicKey: JWK(newKey.publicKey), proof: try proof(of: challenge, by: newKey))
        let sequenceNumber = try nextSequenceNumber(running)
        let message = try signed(
            try claims(
                .startPINChange, challenge: challenge, sequenceNumber: sequenceNumber, data: data.json, registration, running),
            by: try pinKey(from: old, salt: Array(registration.salt)))
        let body = ProviderRequest(
            certificate: registration.certificate, message: message,
            device: try await deviceProof(over: message, by: registration.deviceKey, running)
        ).encode()
        let pending = PendingInstruction(message: message, body: body, madeAt: running.bridges.clock.now)
        try running.store.change { changes throws(WalletCoreError) in
            try changes.set(.sequenceNumber, to: sequenceNumber)
            try changes.set(.pendingPINChange, to: PendingPINChange(newSalt: newSalt, stage: .start))
        }
        unanswered[.startPINChange] = pending
        return .ready(pending)
    }

    /// Sends a start. It is kept until the change is settled, so that the same PINs send the same bytes.
    ///
    /// - Throws: `serverUnreachable` with everything kept when the start may have arrived; `noInternet`, `serverUnreachable` with nothing
    ///   kept when this very start has never left the phone; `walletRejected`; a store error.
    func sendStart(_ start: PendingInstruction, isRepeated: Bool, _ running: Running) async throws(WalletCoreError) -> StartReply {
        switch await deliver(start.body, to: .instruction(.startPINChange), running) {
        case .answered(.done(let body)):
            // Its certificate is not kept: the settlement brings one about whichever key it finds.
            _ = try running.provider.result(in: body, of: start.message.claims)
            return .started
        case .answered(.refused(let problem)):
            unanswered[.startPINChange] = nil
            switch problem {
            case .challengeRejected: return .staleChallenge
            // It may have been begun, or a change that this phone does not know is pending: the next PIN settles either.
            case .instructionRejected: return .ended(.outcomeUnknown)
            default:
                // A wrong PIN is a verdict on these bytes, whenever they came first. Any other refusal of a repeated start may be about
                // what has become of the account since.
                if !isRepeated || problem.isWrongPIN { try forgetPINChange(running) }
                return .ended(try outcome(of: problem, running))
            }
        case .notSent(let error):
            if !isRepeated {
                unanswered[.startPINChange] = nil
                try forgetPINChange(running)
            }
            throw error
        case .unanswered(let error): throw error
        }
    }

    /// Nothing is pending because of the start that was prepared last.
    private func forgetPINChange(_ running: Running) throws(WalletCoreError) {
        try running.store.change { $0.remove(.pendingPINChange) }
    }

    /// Proof of possession of a PIN's key: over the ASCII bytes of a challenge, r ‖ s.
    func proof(of challenge: String, by pinKey: P256.Signing.PrivateKey) throws(WalletCoreError) -> [UInt8] {
        guard let signature = try? pinKey.signature(for: Array(challenge.utf8)) else {
            throw WalletCoreError(.unexpected, "a challenge cannot be signed")
        }
        return Array(signature.rawRepresentation)
    }
}

extension ProviderProblem {
    fileprivate var isWrongPIN: Bool {
        if case .incorrectPIN = self { true } else { false }
    }
}
