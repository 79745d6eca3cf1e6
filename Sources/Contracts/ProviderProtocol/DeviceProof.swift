// SPDX-License-Identifier: EUPL-1.2

package import JSON

/// A proof of possession of the device key over the ASCII bytes of `message`.
package enum DeviceProof: Sendable, Hashable {
    /// A CBOR App Attest assertion whose client data is the bytes of `message`.
    case appleAssertion([UInt8])
    /// An ASN.1 DER ECDSA/SHA-256 signature over the bytes of `message`.
    case androidSignature([UInt8])

    /// Reads the member `device` of a message.
    ///
    /// - Throws: `ProtocolViolation` for an unknown type or member, or invalid base64url.
    package init(_ json: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(json)
            let type = try reader.string("type")
            let value = try reader.bytes("value")
            try reader.finish()
            switch type {
            case "apple_assertion": return .appleAssertion(value)
            case "android_signature": return .androidSignature(value)
            default: throw ProtocolViolation("unknown type of device proof")
            }
        }
    }

    /// The member `device`: `{"type": …, "value": "<base64url>"}`.
    package var json: JSONObject {
        switch self {
        case .appleAssertion(let bytes): ["type": "apple_assertion", "value": .string(Base64URL.encode(bytes))]
        case .androidSignature(let bytes): ["type": "android_signature", "value": .string(Base64URL.encode(bytes))]
        }
    }
}
