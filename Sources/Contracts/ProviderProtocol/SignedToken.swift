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

    /// The key id in a token's header, for looking the key up; nothing about the token is verified. Nil when it has none that can be read.
    package static func claimedKeyID(of token: String) -> String? {
        guard let jws = try? CompactJWS(parsing: token) else { return nil }
        return try? JWTHeader(jws.header).keyID
    }

    /// Verifies a token and reads it.
    ///
    /// - Parameters:
    ///   - token: a compact JWS.
    ///   - keys: the keys accepted for this kind of token, by their `kid`.
    /// - Throws: `ProtocolViolation` when it is malformed, of another kind, from an unknown key or not signed by it.
    package init(verifying token: String, keys: [String: P256.Signing.PublicKey]) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            let jws = try CompactJWS(parsing: token)
            let header = try JWTHeader(jws.header)
            guard header.type == Self.type else { throw ProtocolViolation("a token of another kind") }
            guard let keyID = header.keyID, let key = keys[keyID] else { throw ProtocolViolation("an unknown signing key") }
            guard jws.isSigned(by: key) else { throw ProtocolViolation("a signature that does not verify") }
            return try Self(claims: JSONObject(parsing: jws.payload))
        }
    }
}
