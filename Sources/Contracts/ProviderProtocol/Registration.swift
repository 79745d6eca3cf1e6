// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// The platform's own evidence about the device key.
package enum KeyAttestation: Sendable, Hashable {
    /// An App Attest attestation object (CBOR) whose client data hash is SHA-256 of the enrolment challenge's ASCII bytes.
    case apple(object: [UInt8])
    /// The certificates of a key in the Android Keystore, each in DER, the key's own first; their attestation challenge is SHA-256 of the
    /// enrolment challenge's ASCII bytes.
    case android(chain: [[UInt8]])

    /// Reads the member `attestation`.
    ///
    /// - Throws: `ProtocolViolation` on an unknown type or member, bad base64url, or a chain without a certificate.
    package init(_ json: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(json)
            let attestation: KeyAttestation =
                switch try reader.string("type") {
                case "apple": .apple(object: try reader.bytes("object"))
                case "android": .android(chain: try Self.chain(reader.array("chain")))
                default: throw ProtocolViolation("unknown type of attestation")
                }
            try reader.finish()
            return attestation
        }
    }

    private static func chain(_ values: [JSONValue]) throws -> [[UInt8]] {
        guard !values.isEmpty else { throw ProtocolViolation("a chain without a certificate") }
        return try values.map { value in
            guard case .string(let text) = value else { throw ProtocolViolation("a certificate is a string") }
            return try Base64URL.decode(text)
        }
    }

    /// The member `attestation`.
    package var json: JSONObject {
        switch self {
        case .apple(let object): ["type": "apple", "object": .string(Base64URL.encode(object))]
        case .android(let chain): ["type": "android", "chain": .array(chain.map { .string(Base64URL.encode($0)) })]
        }
    }
}

/// The `data` of a `create_wallet` message: `{"attestation": {…}, "pin_public_key": <JWK>}`.
package struct RegistrationData: Sendable, Hashable {
    /// Evidence about the device key; the key itself is taken from it.
    package let attestation: KeyAttestation
    /// The public half of the PIN key.
    package let pinPublicKey: JWK

    /// Makes the data to send.
    package init(attestation: KeyAttestation, pinPublicKey: JWK) {
        self.attestation = attestation
        self.pinPublicKey = pinPublicKey
    }

    /// Reads the claims' `data`.
    ///
    /// - Throws: `ProtocolViolation` on a missing, unknown or malformed member or a point that is not on the curve.
    package init(_ data: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(data)
            let attestation = try KeyAttestation(reader.object("attestation"))
            let pinPublicKey = try JWK(reader.object("pin_public_key"))
            try reader.finish()
            return RegistrationData(attestation: attestation, pinPublicKey: pinPublicKey)
        }
    }

    /// The claims' `data`.
    package var json: JSONObject {
        ["attestation": .object(attestation.json), "pin_public_key": .object(pinPublicKey.json)]
    }
}

/// The answer to a registration: `{"certificate": "<JWT>", "revocation_code": "<18 characters>"}`.
package struct RegistrationAnswer: Sendable, Hashable {
    /// The wallet certificate, as it must be sent back with every message.
    package let certificate: String
    /// The deletion code.
    package let revocationCode: RevocationCode

    /// Makes an answer.
    package init(certificate: String, revocationCode: RevocationCode) {
        self.certificate = certificate
        self.revocationCode = revocationCode
    }

    /// Reads an answer's body.
    ///
    /// - Throws: `ProtocolViolation` when it is not exactly of this shape or the code's check character is wrong.
    package init(parsing body: [UInt8]) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(try JSONObject(parsing: body))
            let certificate = try reader.string("certificate")
            let code = try RevocationCode(parsing: reader.string("revocation_code"))
            try reader.finish()
            return RegistrationAnswer(certificate: certificate, revocationCode: code)
        }
    }

    /// The JSON body.
    package func encode() -> [UInt8] {
        (["certificate": .string(certificate), "revocation_code": .string(revocationCode.text)] as JSONObject).encode()
    }
}
