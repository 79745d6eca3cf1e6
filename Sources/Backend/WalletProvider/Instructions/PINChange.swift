// SPDX-License-Identifier: EUPL-1.2

import Crypto
import HSM
import JOSE
import ProviderProtocol

/// A PIN change: the new PIN's key is brought beside the old one's, and then the PIN that the user types decides.
extension WalletProvider {
    /// `change_pin_start`: the old PIN is checked; both PINs' keys are kept from now on.
    ///
    /// The certificate about the new key is handed out now, so that a wallet whose later answers are lost has it.
    func startPINChange(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        let start = try reading(orRefuse: .malformedRequest) { try PINChangeStart(message.claims.data) }
        let newKey = start.newPINPublicKey
        guard isSigned(message.claims.challenge, start.proof, by: newKey.publicKey), newKey != message.certificate.deviceKey else {
            throw .instructionRejected
        }
        return try await withPIN(message) { () throws(ProviderProblem) in
            // The same PIN under the same salt: nothing would change, and nobody could say which of the two is settled.
            guard !isEqualInConstantTime(try await mark(of: newKey.publicKey), message.certificate.pinKeyMark) else {
                throw .instructionRejected
            }
            let sealed = try await seal(newKey.publicKey, of: message.claims.walletID)
            let certificate = try await certificate(of: message, for: newKey.publicKey)
            return Execution(
                change: .beginPINChange(sealedPINKey: sealed), result: CertificateResult(certificate: certificate).json)
        }
    }

    /// `change_pin_settle`: the new PIN commits, the old PIN rolls back, neither is one wrong attempt.
    ///
    /// It may be repeated when nothing is pending any more, and when nothing ever was because the start did not arrive. Then only one of the
    /// two proofs is judged, by the only key in force: the *current* one when the message's certificate, the one from before the change, is
    /// about that key, and otherwise the *new* one. So no attempt ever tests two PINs on one key.
    func settlePINChange(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        let proofs = try reading(orRefuse: .malformedRequest) { try PINChangeSettlement(message.claims.data) }
        if let answer = try earlierAnswer(to: message, for: .settlePINChange) { return answer }

        let (walletID, challenge, pin) = (message.claims.walletID, message.claims.challenge, message.account.pin)
        let current = try await open(pin.sealedKey, of: walletID)
        let judge: () -> PINChangeResult.Verdict?
        let pending: P256.Signing.PublicKey?
        if let sealedNewKey = pin.sealedNewKey {
            let new = try await open(sealedNewKey, of: walletID)
            pending = new
            judge = {
                let (isNew, isCurrent) = (isSigned(challenge, proofs.new, by: new), isSigned(challenge, proofs.current, by: current))
                return isNew ? .new : isCurrent ? .current : nil
            }
        } else {
            pending = nil
            let isCurrent = isEqualInConstantTime(try await mark(of: current), message.certificate.pinKeyMark)
            judge = { isSigned(challenge, isCurrent ? proofs.current : proofs.new, by: current) ? (isCurrent ? .current : .new) : nil }
        }

        return try await attempt(message, judging: judge) { (verdict) throws(ProviderProblem) in
            let key = verdict == .new ? pending ?? current : current
            let certificate = try await certificate(of: message, for: key)
            let change: AccountChange = pending == nil ? .none : verdict == .new ? .commitPINChange : .rollBackPINChange
            return Execution(change: change, result: PINChangeResult(pin: verdict, certificate: certificate).json)
        }
    }
}

/// Whether the key signed the ASCII bytes of a challenge.
private func isSigned(_ challenge: String, _ proof: [UInt8], by key: P256.Signing.PublicKey) -> Bool {
    guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: proof) else { return false }
    return key.isValidSignature(signature, for: Array(challenge.utf8))
}
