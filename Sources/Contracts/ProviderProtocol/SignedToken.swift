// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import JOSE

/// A kind of token that the provider signs. Each has a `typ` of its own, and none is accepted where another is expected.
///
/// - SeeAlso: RFC 8725 § 3.11
package protocol SignedToken: Sendable, Hashable {
    /// The header's `typ`.
    static var type: String { get }
    /// The claims as they are signed.
    var claims: JSONObject { get }
    /// Reads the claims. Throws on a missing, unknown, doubled or malformed member.
    init(claims: JSONObject) throws
}

extension SignedToken {
    /// The header for a key.
    package static func header(keyID: String) -> JSONObject {
        JWTHeader(type: type, keyID: keyID).json
    }

    /// Verifies a token and reads it.
    ///
    /// - Parameters:
    ///   - token: a compact JWS.
    ///   - keys: the keys accepted for this kind of token, by their `kid`.
    /// - Throws: `ProtocolViolation` when it is malformed, of another kind, from an unknown key or not signed by it.
    package init(verifying token: String, keys: [String: P256.Signing.PublicKey]) throws(ProtocolViolation) {
        let received = try ReceivedToken<Self>(parsing: token)
        guard let key = keys[received.keyID] else { throw ProtocolViolation.unknownSigningKey }
        self = try received.verified(by: key)
    }
}

/// A token of a kind as it was received; nothing about it is verified.
package struct ReceivedToken<Token: SignedToken> {
    /// Which key it says that it was signed with; for looking the key up.
    package let keyID: String
    private let jws: CompactJWS

    /// Reads a compact JWS.
    ///
    /// - Throws: `ProtocolViolation` when it is malformed, of another kind, or names no key.
    package init(parsing token: String) throws(ProtocolViolation) {
        (jws, keyID) = try ProtocolViolation.catching {
            let jws = try CompactJWS(parsing: token)
            let header = try JWTHeader(jws.header)
            guard header.type == Token.type else { throw ProtocolViolation("a token of another kind") }
            guard let keyID = header.keyID else { throw ProtocolViolation("an unknown signing key") }
            return (jws, keyID)
        }
    }

    /// The token, once its signature is that key's.
    ///
    /// - Parameter key: the key of that id.
    /// - Throws: `ProtocolViolation` when the key did not sign it or the claims are not this kind's.
    package func verified(by key: P256.Signing.PublicKey) throws(ProtocolViolation) -> Token {
        try ProtocolViolation.catching {
            guard jws.isSigned(by: key) else { throw ProtocolViolation("a signature that does not verify") }
            return try Token(claims: JSONObject(parsing: jws.payload))
        }
    }
}
