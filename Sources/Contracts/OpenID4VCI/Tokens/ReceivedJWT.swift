// SPDX-License-Identifier: EUPL-1.2

package import JOSE
package import JSON
import SDJWT

/// A JWT with valid form and header; its signature has not been verified.
package struct ReceivedJWT {
    package let jws: CompactJWS
    package let header: Members
    package let claims: Members

    /// Maximum size of a token in bytes.
    package static let maximumBytes = 16 * 1024
    /// Header members that change the interpretation of a token or fetch a key from elsewhere.
    private static let refused = ["crit", "b64", "zip", "jku", "x5u", "cty"]

    /// - Throws: `TokenFault` with `malformed`, `algorithm`, `type` or `header`.
    package init(parsing text: String, type: String, maximumBytes: Int = maximumBytes) throws(TokenFault) {
        guard let jws = try? CompactJWS(parsing: text, maximumBytes: maximumBytes), let claims = try? JSONObject(parsing: jws.payload)
        else {
            throw .malformed
        }
        guard jws.header["alg"] == "ES256" else { throw .algorithm }
        guard jws.header["typ"] == .string(type) else { throw .type }
        guard Self.refused.allSatisfy({ jws.header[$0] == nil }) else { throw .header }
        self.jws = jws
        header = Members(jws.header)
        self.claims = Members(claims)
    }

    /// The public key in the header's `jwk`.
    ///
    /// - Parameter ignoringKeyID: true to ignore a `kid` beside `jwk`. A DPoP proof may have further members (RFC 9449 §4.2, "at least");
    ///   in an OpenID4VCI key proof the two exclude each other (appendix F.1).
    /// - Throws: `TokenFault` with `header` if the key is missing or the header has a further key reference; with `key` if it is not a
    ///   public P-256 key.
    package func headerKey(ignoringKeyID: Bool = false) throws(TokenFault) -> JWK {
        guard let value = header.object["jwk"], ignoringKeyID || !header.has("kid"), !header.has("x5c") else { throw .header }
        guard let key = JWK(received: value) else { throw .key }
        return key
    }

    /// - Throws: `TokenFault` with `signature`.
    package func checkSignature(by key: JWK) throws(TokenFault) {
        guard jws.isSigned(by: key.publicKey) else { throw .signature }
    }

    /// Reads claims; every fault in them becomes `claims`.
    package func read<Value>(_ body: (Members) throws(MalformedMessage) -> Value) throws(TokenFault) -> Value {
        do throws(MalformedMessage) {
            return try body(claims)
        } catch {
            throw .claims
        }
    }
}

extension JWK {
    /// Reads a key from another party, see ``init(forVerifying:)``; nil if it is not acceptable.
    package init?(received value: JSONValue) {
        guard case .object(let object) = value, let key = try? JWK(forVerifying: object) else { return nil }
        self = key
    }
}
