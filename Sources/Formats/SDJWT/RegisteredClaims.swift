// SPDX-License-Identifier: EUPL-1.2

import JOSE
import JSON

/// The claims of a processed payload on which a verifier decides (RFC 7519 §4.1, RFC 7800 §3.2, SD-JWT VC).
struct RegisteredClaims {
    /// `iss`, a string.
    let issuer: JSONValue?
    /// `vct`, not empty.
    let credentialType: String?
    /// `aud`, one or more audiences; nil if absent.
    let audiences: [JSONValue]?
    /// `iat`, `nbf` and `exp` in seconds since 1970, as `NumericDate` reads them.
    let issuedAt: Int64?
    let notBefore: Int64?
    let expiresAt: Int64?
    /// `cnf.jwk`; nil without `cnf`, or if `cnf` identifies the key in a different way.
    let holderKey: JWK?

    /// - Throws: `SDJWTRejection` with `claimMalformed`, or with `holderKey` if `cnf` is not an object or its `jwk` is unusable.
    init(_ payload: JSONObject) throws(SDJWTRejection) {
        do throws(JSONError) {
            var reader = JSONReader(payload)
            issuer = try reader.optionalString("iss").map(JSONValue.string)
            credentialType = try reader.optionalString("vct")
            issuedAt = try reader.optionalTime("iat")
            notBefore = try reader.optionalTime("nbf")
            expiresAt = try reader.optionalTime("exp")
        } catch {
            throw SDJWTRejection(.claimMalformed)
        }
        guard credentialType != "" else { throw SDJWTRejection(.claimMalformed) }
        switch payload["aud"] {
        case nil: audiences = nil
        case .string(let one)?: audiences = [.string(one)]
        case .array(let several)? where several.allSatisfy(\.isString): audiences = several
        default: throw SDJWTRejection(.claimMalformed)
        }
        holderKey = try payload["cnf"].flatMap { (confirmation) throws(SDJWTRejection) in try Self.key(in: confirmation) }
    }

    /// Reads the key of a `cnf`.
    private static func key(in confirmation: JSONValue) throws(SDJWTRejection) -> JWK? {
        guard case .object(let members) = confirmation else { throw SDJWTRejection(.holderKey) }
        guard let value = members["jwk"] else { return nil }
        guard case .object(let key) = value, let jwk = try? JWK(forVerifying: key) else { throw SDJWTRejection(.holderKey) }
        return jwk
    }
}

extension JSONValue {
    fileprivate var isString: Bool { if case .string = self { true } else { false } }
}
