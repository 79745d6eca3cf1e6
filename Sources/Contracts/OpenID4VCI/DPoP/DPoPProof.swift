// SPDX-License-Identifier: EUPL-1.2

public import JOSE
import JSON

/// The sender's proof of possession of a key for one request (RFC 9449 §4.2).
public enum DPoPProof {
    /// `typ`.
    public static let type = "dpop+jwt"

    /// Makes a proof for one request.
    ///
    /// - Parameters:
    ///   - key: the public key of the signer.
    ///   - identifier: `jti`, unique, with at least 96 random bits.
    ///   - issuedAt: seconds since 1970.
    ///   - nonce: the server's latest nonce, if any (§8).
    ///   - accessToken: the access token in the request, if any.
    public static func unsigned(
        key: JWK, method: IssuanceRequest.Method, url: HTTPSURL, identifier: String, issuedAt: Int64, nonce: String? = nil,
        accessToken: String? = nil
    ) -> UnsignedJWT {
        var claims: JSONObject = [
            "jti": .string(identifier), "htm": .string(method.rawValue), "htu": .string(url.withoutQuery), "iat": .integer(issuedAt),
        ]
        claims.append("ath", ifAny: accessToken.map { .string(digest(of: $0)) })
        claims.append("nonce", ifAny: nonce.map(JSONValue.string))
        return UnsignedJWT(header: ["typ": .string(type), "alg": "ES256", "jwk": .object(key.json)], claims: claims)
    }
}
