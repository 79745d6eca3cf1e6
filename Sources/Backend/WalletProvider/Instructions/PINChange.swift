// SPDX-License-Identifier: EUPL-1.2

import Crypto
import HSM
import JOSE
import JSON
import ProviderProtocol

/// A PIN change. The new PIN's key is stored beside the old key; the PIN that the user enters next decides which key stays.
extension WalletProvider {
    /// `change_pin_start`: verifies the old PIN and stores the new PIN's key beside the old key.
    ///
    /// Returns the certificate for the new key at once, so that the wallet has it even if later answers are lost.
    func startPINChange(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        let start = try reading(orRefuse: .malformedRequest) { try PINChangeStart(message.claims.data) }
        let newKey = start.newPINPublicKey
        guard isSigned(message.claims.possessionText, start.proof, by: newKey.publicKey), newKey != message.certificate.deviceKey else {
            throw .instructionRejected
        }
        return try await withPIN(message) { () throws(ProviderProblem) in
            // The same PIN with the same salt: nothing would change, and a settlement could not distinguish the keys.
            guard !isEqualInConstantTime(try await mark(of: newKey.publicKey), message.certificate.pinKeyMark) else {
                throw .instructionRejected
            }
            let sealed = try await seal(newKey.publicKey, of: message.claims.walletID)
            let certificate = try await certificate(of: message, for: newKey.publicKey)
            return Execution(
                change: .beginPINChange(sealedPINKey: sealed), result: CertificateResult(certificate: certificate).json)
        }
    }

    /// `change_pin_settle`: the new PIN commits the change, the old PIN rolls it back, any other PIN is one wrong attempt.
    ///
    /// The instruction may be repeated after the change was settled, and sent when the start never arrived. Then there is only one key, and
    /// only one of the two proofs is verified: the *current* proof if the message's certificate (from before the change) is for this key,
    /// otherwise the *new* proof. So one attempt never tests two PINs against one key.
    func settlePINChange(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        let proofs = try reading(orRefuse: .malformedRequest) { try PINChangeSettlement(message.claims.data) }
        if let answer = try earlierAnswer(to: message) { return answer }

        let (walletID, text, pin) = (message.claims.walletID, message.claims.possessionText, message.account.pin)
        let current = try await open(pin.sealedKey, of: walletID)
        let judge: () -> PINChangeResult.Verdict?
        let pending: P256.Signing.PublicKey?
        if let sealedNewKey = pin.sealedNewKey {
            let new = try await open(sealedNewKey, of: walletID)
            pending = new
            judge = {
                let (isNew, isCurrent) = (isSigned(text, proofs.new, by: new), isSigned(text, proofs.current, by: current))
                return isNew ? .new : isCurrent ? .current : nil
            }
        } else {
            pending = nil
            let isCurrent = isEqualInConstantTime(try await mark(of: current), message.certificate.pinKeyMark)
            judge = { isSigned(text, isCurrent ? proofs.current : proofs.new, by: current) ? (isCurrent ? .current : .new) : nil }
        }

        return try await attempt(message, judging: judge) { (verdict) throws(ProviderProblem) in
            let key = verdict == .new ? pending ?? current : current
            let certificate = try await certificate(of: message, for: key)
            let change: AccountChange = pending == nil ? .none : verdict == .new ? .commitPINChange : .rollBackPINChange
            return Execution(change: change, result: PINChangeResult(pin: verdict, certificate: certificate).json)
        }
    }
}

/// Returns true if the key signed the ASCII bytes of the text.
private func isSigned(_ text: String, _ proof: [UInt8], by key: P256.Signing.PublicKey) -> Bool {
    guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: proof) else { return false }
    return key.isValidSignature(signature, for: Array(text.utf8))
}
