// SPDX-License-Identifier: EUPL-1.2

import JOSE
import SDJWT

/// A JWT whose form and header are good and whose signature is not yet checked.
struct ReceivedJWT {
    let jws: CompactJWS
    let header: Members
    let claims: Members

    /// The most bytes that one may have.
    static let maximumBytes = 16 * 1024
    /// Members that change how a token is read or fetch a key from elsewhere.
    private static let refused = ["crit", "b64", "zip", "jku", "x5u", "cty"]

    /// - Throws: `TokenFault` with `malformed`, `algorithm`, `type` or `header`.
    init(parsing text: String, type: String, maximumBytes: Int = maximumBytes) throws(TokenFault) {
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

    /// The public key of the header's `jwk`.
    ///
    /// - Throws: `TokenFault` with `header` without one, or with another key besides it; with `key` for anything but a public P-256 key.
    func headerKey() throws(TokenFault) -> JWK {
        guard let value = header.object["jwk"], !header.has("kid"), !header.has("x5c") else { throw .header }
        guard let key = JWK(received: value) else { throw .key }
        return key
    }

    /// - Throws: `TokenFault` with `signature`.
    func checkSignature(by key: JWK) throws(TokenFault) {
        guard jws.isSigned(by: key.publicKey) else { throw .signature }
    }

    /// Reads claims; whatever is wrong with them is one fault.
    func read<Value>(_ body: (Members) throws(MalformedMessage) -> Value) throws(TokenFault) -> Value {
        do throws(MalformedMessage) {
            return try body(claims)
        } catch {
            throw .claims
        }
    }
}

extension JWK {
    /// The key of a value that another party wrote, see ``init(forVerifying:)``; nil for anything else.
    init?(received value: JSONValue) {
        guard case .object(let object) = value, let key = try? JWK(forVerifying: object) else { return nil }
        self = key
    }
}
