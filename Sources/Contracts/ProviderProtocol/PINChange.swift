// SPDX-License-Identifier: EUPL-1.2

package import JOSE
package import JSON

/// The `data` of `change_pin_start`: `{"new_pin_public_key": <JWK>, "proof": "<r ‖ s>"}`.
package struct PINChangeStart: Sendable, Hashable {
    package let newPINPublicKey: JWK
    /// The new key's signature over the message's ``InstructionClaims/possessionText``: r ‖ s, 64 bytes.
    package let proof: [UInt8]

    package init(newPINPublicKey: JWK, proof: [UInt8]) {
        self.newPINPublicKey = newPINPublicKey
        self.proof = proof
    }

    /// Reads the claims' `data`.
    ///
    /// - Throws: `ProtocolViolation` for a missing, unknown or malformed member, a point not on the curve, or a proof that is not 64 bytes.
    package init(_ data: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(data)
            let key = try JWK(reader.object("new_pin_public_key"))
            let proof = try reader.signature("proof")
            try reader.finish()
            return PINChangeStart(newPINPublicKey: key, proof: proof)
        }
    }

    package var json: JSONObject {
        ["new_pin_public_key": .object(newPINPublicKey.json), "proof": .string(Base64URL.encode(proof))]
    }
}

/// The `data` of `change_pin_settle`: `{"proofs": {"current": "<r ‖ s>", "new": "<r ‖ s>"}}`, both over the message's
/// ``InstructionClaims/possessionText``.
///
/// Both proofs derive from the same PIN that the user entered: the first with the salt from before the change, the second with the new
/// salt.
package struct PINChangeSettlement: Sendable, Hashable {
    /// The proof with the salt from before the change.
    package let current: [UInt8]
    /// The proof with the new salt.
    package let new: [UInt8]

    package init(current: [UInt8], new: [UInt8]) {
        self.current = current
        self.new = new
    }

    /// Reads the claims' `data`.
    ///
    /// - Throws: `ProtocolViolation` for a missing, unknown or malformed member, or a proof that is not 64 bytes.
    package init(_ data: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(data)
            var proofs = JSONReader(try reader.object("proofs"))
            let settlement = PINChangeSettlement(current: try proofs.signature("current"), new: try proofs.signature("new"))
            try proofs.finish()
            try reader.finish()
            return settlement
        }
    }

    package var json: JSONObject {
        ["proofs": ["current": .string(Base64URL.encode(current)), "new": .string(Base64URL.encode(new))]]
    }
}

/// The `result` of `change_pin_settle`: `{"pin": "new" | "current", "certificate": "<JWT>"}`.
package struct PINChangeResult: Sendable, Hashable {
    /// The PIN that is valid from now on: the one that the user entered.
    package let pin: Verdict
    /// The certificate for that PIN's key.
    package let certificate: String

    /// The two PINs of a change.
    package enum Verdict: String, Sendable, Hashable, CaseIterable {
        /// The new PIN.
        case new
        /// The PIN from before the change.
        case current
    }

    package init(pin: Verdict, certificate: String) {
        self.pin = pin
        self.certificate = certificate
    }

    /// Reads a result.
    ///
    /// - Throws: `ProtocolViolation` if a member is missing, unknown or malformed.
    package init(_ result: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(result)
            guard let pin = Verdict(rawValue: try reader.string("pin")) else { throw ProtocolViolation("pin is new or current") }
            let certificate = try reader.string("certificate")
            try reader.finish()
            return PINChangeResult(pin: pin, certificate: certificate)
        }
    }

    package var json: JSONObject { ["pin": .string(pin.rawValue), "certificate": .string(certificate)] }
}

extension JSONReader {
    /// Reads a member that is a signature: r ‖ s, 64 bytes in base64url.
    mutating func signature(_ name: String) throws -> [UInt8] {
        let signature = try bytes(name)
        guard signature.count == 64 else { throw ProtocolViolation("a signature has 64 bytes") }
        return signature
    }
}
