// SPDX-License-Identifier: EUPL-1.2

package import JOSE
package import JSON

/// The platform's attestation of the device key.
package enum DeviceKeyAttestation: Sendable, Hashable {
    /// An App Attest attestation object (CBOR). Its client data hash is SHA-256 of the enrolment challenge's ASCII bytes.
    case apple(object: [UInt8])
    /// The DER certificates of a key in the Android Keystore, the key's own first. Their attestation challenge is SHA-256 of the enrolment
    /// challenge's ASCII bytes.
    case android(chain: [[UInt8]])

    /// Reads the member `attestation`.
    ///
    /// - Throws: `ProtocolViolation` for an unknown type or member, invalid base64url, or an empty chain.
    package init(_ json: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(json)
            let attestation: DeviceKeyAttestation =
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

    package var json: JSONObject {
        switch self {
        case .apple(let object): ["type": "apple", "object": .string(Base64URL.encode(object))]
        case .android(let chain): ["type": "android", "chain": .array(chain.map { .string(Base64URL.encode($0)) })]
        }
    }
}

/// The `data` of a `create_wallet` message: `{"attestation": {…}, "pin_public_key": <JWK>}`.
package struct RegistrationData: Sendable, Hashable {
    /// The attestation, which also contains the device key.
    package let attestation: DeviceKeyAttestation
    package let pinPublicKey: JWK

    package init(attestation: DeviceKeyAttestation, pinPublicKey: JWK) {
        self.attestation = attestation
        self.pinPublicKey = pinPublicKey
    }

    /// Reads the claims' `data`.
    ///
    /// - Throws: `ProtocolViolation` for a missing, unknown or malformed member, or a point that is not on the curve.
    package init(_ data: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(data)
            let attestation = try DeviceKeyAttestation(reader.object("attestation"))
            let pinPublicKey = try JWK(reader.object("pin_public_key"))
            try reader.finish()
            return RegistrationData(attestation: attestation, pinPublicKey: pinPublicKey)
        }
    }

    package var json: JSONObject {
        ["attestation": .object(attestation.json), "pin_public_key": .object(pinPublicKey.json)]
    }
}

/// The response to a registration: `{"certificate": "<JWT>", "revocation_code": "<18 characters>"}`.
package struct RegistrationAnswer: Sendable, Hashable {
    /// The wallet certificate, which the wallet sends with every message.
    package let certificate: String
    /// The deletion code.
    package let revocationCode: RevocationCode

    package init(certificate: String, revocationCode: RevocationCode) {
        self.certificate = certificate
        self.revocationCode = revocationCode
    }

    /// Reads a response body.
    ///
    /// - Throws: `ProtocolViolation` if it does not have exactly this shape or the code's check character is wrong.
    package init(parsing body: [UInt8]) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(try JSONObject(parsing: body))
            let certificate = try reader.string("certificate")
            let code = try RevocationCode(parsing: reader.string("revocation_code"))
            try reader.finish()
            return RegistrationAnswer(certificate: certificate, revocationCode: code)
        }
    }

    /// Encodes the body as JSON.
    package func encode() -> [UInt8] {
        (["certificate": .string(certificate), "revocation_code": .string(revocationCode.text)] as JSONObject).encode()
    }
}
