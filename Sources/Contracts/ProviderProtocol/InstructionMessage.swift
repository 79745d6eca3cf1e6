// SPDX-License-Identifier: EUPL-1.2

package import Crypto
import JOSE
import JSON

/// The member `message`: claims signed by the PIN key, or bare if no PIN is needed.
package struct InstructionMessage: Sendable, Hashable {
    /// The claims, read from exactly the received bytes.
    package let claims: InstructionClaims
    /// The message as sent; the device key signs its ASCII bytes.
    package let text: String
    /// The signed form; nil for a device-only message.
    private let jws: CompactJWS?

    /// The bytes that the device proof covers.
    package var deviceSigned: [UInt8] { Array(text.utf8) }

    /// The only accepted header of PIN-signed messages.
    static let header = JWTHeader(type: "wallet-instruction+jwt", keyID: nil)
    /// The header with its members in the order in which wallets write them.
    private static let usualHeader = header.json

    /// Reads a received message.
    ///
    /// - Parameter text: a compact JWS, or one base64url part without dots.
    /// - Throws: `ProtocolViolation` if the text is neither form, its header differs from the fixed header, its claims cannot be read, or
    ///   the form is not the one that its instruction requires.
    package init(parsing text: String) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            guard text.utf8.count <= 65_536 else { throw ProtocolViolation("a message has at most 65,536 characters") }
            guard text.utf8.contains(UInt8(ascii: ".")) else {
                let claims = try InstructionClaims(parsing: Base64URL.decode(text))
                guard !claims.instruction.needsPIN else { throw ProtocolViolation("the instruction needs the PIN's signature") }
                return InstructionMessage(claims: claims, text: text, jws: nil)
            }
            let jws = try CompactJWS(parsing: text)
            guard try jws.header == Self.usualHeader || JWTHeader(jws.header) == Self.header else {
                throw ProtocolViolation("not an instruction's header")
            }
            let claims = try InstructionClaims(parsing: jws.payload)
            guard claims.instruction.needsPIN else { throw ProtocolViolation("the instruction is device only") }
            return InstructionMessage(claims: claims, text: text, jws: jws)
        }
    }

    /// Signs claims with the PIN key.
    ///
    /// - Throws: `JOSEError` if the key does not sign; never for a valid P-256 key.
    package init(_ claims: InstructionClaims, signedBy pinKey: P256.Signing.PrivateKey) throws {
        let jws = try CompactJWS.sign(header: Self.header.json, payload: claims.encode(), with: pinKey)
        self.init(claims: claims, text: jws.serialized, jws: jws)
    }

    /// A message without PIN signature.
    package init(deviceOnly claims: InstructionClaims) {
        self.init(claims: claims, text: Base64URL.encode(claims.encode()), jws: nil)
    }

    private init(claims: InstructionClaims, text: String, jws: CompactJWS?) {
        self.claims = claims
        self.text = text
        self.jws = jws
    }

    /// True if this PIN key signed the message; false for a device-only message.
    package func isSigned(by pinKey: P256.Signing.PublicKey) -> Bool {
        jws?.isSigned(by: pinKey) ?? false
    }
}
