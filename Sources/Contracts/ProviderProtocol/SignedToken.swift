// SPDX-License-Identifier: EUPL-1.2

package import Crypto
import JOSE
package import JSON

/// A kind of token that the provider signs. Each kind has its own `typ` and is accepted only where that kind is expected.
///
/// - SeeAlso: RFC 8725 § 3.11
package protocol SignedToken: Sendable, Hashable {
    /// The header's `typ`.
    static var type: String { get }
    var claims: JSONObject { get }
    /// Reads the claims. Throws if a claim is missing, unknown, duplicate or malformed.
    init(claims: JSONObject) throws
}

extension SignedToken {
    /// The header of a token signed with this key.
    package static func header(keyID: String) -> JSONObject {
        JWTHeader(type: type, keyID: keyID).json
    }

    /// Verifies and reads a token.
    ///
    /// - Parameters:
    ///   - token: a compact JWS.
    ///   - keys: the accepted keys for this kind of token, by `kid`.
    /// - Throws: `ProtocolViolation` if the token is malformed, of another kind, or not validly signed by an accepted key.
    package init(verifying token: String, keys: [String: P256.Signing.PublicKey]) throws(ProtocolViolation) {
        let received = try ReceivedToken<Self>(parsing: token)
        guard let key = keys[received.keyID] else { throw ProtocolViolation.unknownSigningKey }
        self = try received.verified(by: key)
    }
}

/// A received token of one kind, not verified.
package struct ReceivedToken<Token: SignedToken> {
    /// The claimed key id, for looking up the key.
    package let keyID: String
    private let jws: CompactJWS

    /// Reads a compact JWS.
    ///
    /// - Throws: `ProtocolViolation` if it is malformed, of another kind, or has no key id.
    package init(parsing token: String) throws(ProtocolViolation) {
        (jws, keyID) = try ProtocolViolation.catching {
            let jws = try CompactJWS(parsing: token)
            let header = try JWTHeader(jws.header)
            guard header.type == Token.type else { throw ProtocolViolation("a token of another kind") }
            guard let keyID = header.keyID else { throw ProtocolViolation("an unknown signing key") }
            return (jws, keyID)
        }
    }

    /// Verifies the signature and reads the claims.
    ///
    /// - Parameter key: the key with this id.
    /// - Throws: `ProtocolViolation` if the signature is not valid or the claims do not belong to this kind.
    package func verified(by key: P256.Signing.PublicKey) throws(ProtocolViolation) -> Token {
        try ProtocolViolation.catching {
            guard jws.isSigned(by: key) else { throw ProtocolViolation("a signature that does not verify") }
            return try Token(claims: JSONObject(parsing: jws.payload))
        }
    }
}
