// SPDX-License-Identifier: EUPL-1.2

public import JOSE
import JSON

/// An SD-JWT with a key binding that lacks only the holder's signature (RFC 9901 §4.3), for a key that signs several presentations in one
/// request.
public struct UnsignedKeyBinding: Sendable, Hashable {
    /// The presented token, without key binding.
    private let token: CompactSDJWT
    /// The claims of the key binding JWT.
    private let claims: JSONObject

    fileprivate init(_ token: CompactSDJWT, claims: JSONObject) {
        self.token = token
        self.claims = claims
    }

    private static var header: JSONObject { JWTHeader(type: KeyBindingExpectation.type).json }

    /// The bytes that the signature covers. ES256 signs their SHA-256 hash.
    public var signingInput: [UInt8] { CompactJWS.signingInput(header: Self.header, payload: claims.encode()) }

    /// Adds a signature over ``signingInput``, which is not verified.
    ///
    /// - Parameter signature: r ‖ s, 64 bytes, by the key in `cnf.jwk`.
    /// - Throws: `JOSEError` if the signature does not have 64 bytes.
    public func signed(with signature: [UInt8]) throws(JOSEError) -> CompactSDJWT {
        let jws = try CompactJWS(header: Self.header, payload: claims.encode(), signature: signature)
        return CompactSDJWT(issuerSigned: token.issuerSigned, disclosures: token.disclosures, keyBinding: jws)
    }
}

extension CompactSDJWT {
    /// Prepares a key binding for one verifier and one transaction (RFC 9901 §4.3); it replaces a key binding of this token.
    ///
    /// - Parameters:
    ///   - nonce: the verifier's nonce.
    ///   - audience: the verifier's identifier.
    ///   - issuedAt: the current time in seconds since 1970, at least 0.
    public func keyBinding(nonce: String, audience: String, issuedAt: Int64) -> UnsignedKeyBinding {
        UnsignedKeyBinding(
            CompactSDJWT(issuerSigned: issuerSigned, disclosures: disclosures),
            claims: ["iat": .integer(issuedAt), "aud": .string(audience), "nonce": .string(nonce), "sd_hash": .string(hash)])
    }
}
