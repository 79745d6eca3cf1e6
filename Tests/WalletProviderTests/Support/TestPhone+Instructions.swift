// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import ProviderProtocol

/// Messages for all instructions.
extension TestPhone {
    /// Creates a message for an instruction. Where required it is signed by the PIN key, or by a different key.
    mutating func message(
        _ instruction: Instruction, _ challenge: String, data: JSONObject = [:], pinKey: P256.Signing.PrivateKey? = nil
    ) throws -> ProviderRequest {
        let claims = claims(instruction, challenge: challenge, data: data)
        let message =
            instruction.needsPIN ? try InstructionMessage(claims, signedBy: pinKey ?? self.pinKey) : InstructionMessage(deviceOnly: claims)
        return try request(message, certificate: certificate)
    }

    /// `change_pin_start`.
    ///
    /// - Parameters:
    ///   - prover: signs the proof of possession instead of the new key.
    ///   - pinKey: signs the message instead of the phone's PIN key.
    mutating func startPINChange(
        _ challenge: String, to new: P256.Signing.PrivateKey, provenBy prover: P256.Signing.PrivateKey? = nil,
        pinKey: P256.Signing.PrivateKey? = nil
    ) throws -> ProviderRequest {
        let text = possessionText(.startPINChange, challenge)
        let data = PINChangeStart(newPINPublicKey: JWK(new.publicKey), proof: try (prover ?? new).signature(overText: text))
        return try message(.startPINChange, challenge, data: data.json, pinKey: pinKey)
    }

    /// `change_pin_settle` with a proof by each key.
    mutating func settlePINChange(
        _ challenge: String, current: P256.Signing.PrivateKey, new: P256.Signing.PrivateKey
    ) throws -> ProviderRequest {
        let text = possessionText(.settlePINChange, challenge)
        let data = PINChangeSettlement(current: try current.signature(overText: text), new: try new.signature(overText: text))
        return try message(.settlePINChange, challenge, data: data.json)
    }

    /// `start_pin_recovery`, signed by the new key or a different one.
    mutating func startPINRecovery(
        _ challenge: String, to new: P256.Signing.PrivateKey, signedBy signer: P256.Signing.PrivateKey? = nil
    ) throws -> ProviderRequest {
        let data = PINRecoveryStart(
            newPINPublicKey: JWK(new.publicKey), keys: KeyRequest(count: 1, audience: "https://pid.example", nonce: "n"))
        return try message(.startPINRecovery, challenge, data: data.json, pinKey: signer ?? new)
    }

    /// `complete_pin_recovery`, signed by the new PIN's key.
    mutating func completePINRecovery(
        _ challenge: String, pid: String, pinKey: P256.Signing.PrivateKey
    ) throws -> ProviderRequest {
        try message(.completePINRecovery, challenge, data: RecoveryCodeDisclosure(pid: pid).json, pinKey: pinKey)
    }
}

extension P256.Signing.PrivateKey {
    /// Returns the signature r ‖ s over the ASCII bytes of a text.
    func signature(overText text: String) throws -> [UInt8] {
        Array(try signature(for: Array(text.utf8)).rawRepresentation)
    }

    /// Derives the key of a PIN with a salt; equal inputs give equal keys.
    init(pin: String, salt: String) throws {
        try self.init(rawRepresentation: SHA256.hash(data: Array("\(pin) \(salt)".utf8)))
    }
}
