// SPDX-License-Identifier: EUPL-1.2

package import Crypto
import JOSE

/// The member `message`: claims under the PIN key's signature, or bare where no PIN is needed.
package struct InstructionMessage: Sendable, Hashable {
    /// The claims, parsed once from exactly the bytes received.
    package let claims: InstructionClaims
    /// The text as sent; the device key signs its ASCII bytes.
    package let text: String
    /// The signature's carrier; nil where the message is device only.
    private let jws: CompactJWS?

    /// The bytes that the device proof covers.
    package var deviceSigned: [UInt8] { Array(text.utf8) }

    /// Whether it carries a signature of a PIN key.
    package var isSignedByPIN: Bool { jws != nil }

    /// The header of every PIN-signed message; nothing else is accepted.
    static let header = JWTHeader(type: "wallet-instruction+jwt", keyID: nil)

    /// Reads a received message.
    ///
    /// - Parameter text: a compact JWS, or one base64url part without dots.
    /// - Throws: `ProtocolViolation` when it is neither, when its header is not exactly the fixed one, when its claims do not
    ///   parse, or when it is bare although its instruction needs the PIN, or signed although it does not.
    package init(parsing text: String) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            guard text.utf8.count <= 65_536 else { throw ProtocolViolation("a message has at most 65,536 characters") }
            guard text.contains(".") else {
                let claims = try InstructionClaims(parsing: Base64URL.decode(text))
                guard !claims.instruction.needsPIN else { throw ProtocolViolation("the instruction needs the PIN's signature") }
                return InstructionMessage(claims: claims, text: text, jws: nil)
            }
            let jws = try CompactJWS(parsing: text)
            guard try JWTHeader(jws.header) == Self.header else { throw ProtocolViolation("not an instruction's header") }
            let claims = try InstructionClaims(parsing: jws.payload)
            guard claims.instruction.needsPIN else { throw ProtocolViolation("the instruction is device only") }
            return InstructionMessage(claims: claims, text: text, jws: jws)
        }
    }

    /// Signs claims with the PIN key.
    ///
    /// - Throws: what the key throws; never for a valid P-256 key.
    package init(_ claims: InstructionClaims, signedBy pinKey: P256.Signing.PrivateKey) throws {
        let jws = try CompactJWS.sign(header: Self.header.json, payload: claims.encode(), with: pinKey)
        self.init(claims: claims, text: jws.serialized, jws: jws)
    }

    /// Makes a message that only the device vouches for.
    package init(deviceOnly claims: InstructionClaims) {
        self.init(claims: claims, text: Base64URL.encode(claims.encode()), jws: nil)
    }

    private init(claims: InstructionClaims, text: String, jws: CompactJWS?) {
        self.claims = claims
        self.text = text
        self.jws = jws
    }

    /// Whether the PIN key with this public key signed the message; false for a device-only message.
    package func isSigned(by pinKey: P256.Signing.PublicKey) -> Bool {
        jws?.isSigned(by: pinKey) ?? false
    }
}
