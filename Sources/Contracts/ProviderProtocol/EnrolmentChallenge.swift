// SPDX-License-Identifier: EUPL-1.2

package import JSON

/// The response of `/enroll`: a signed challenge with the id of the future wallet. The provider stores nothing for a challenge.
///
/// Claims: `wallet_id`, `random` (32 bytes, base64url), `aud`, `iat`, `exp` (seconds since 1970).
package struct EnrolmentChallenge: SignedToken {
    /// The header's `typ`.
    package static let type = "wallet-enrolment-challenge+jwt"
    /// Lifetime of a challenge in seconds.
    package static let lifetime: Int64 = 60

    /// The id of the future wallet.
    package let walletID: WalletID
    /// 32 random bytes.
    package let random: [UInt8]
    /// The provider's public base URL.
    package let audience: String
    /// Seconds since 1970, by the provider's clock.
    package let issuedAt: Int64
    /// Seconds since 1970; the challenge is refused from this second on.
    package let expiresAt: Int64

    /// A challenge that is valid for `lifetime` seconds.
    package init(walletID: WalletID, random: [UInt8], audience: String, issuedAt: Int64) {
        self.walletID = walletID
        self.random = random
        self.audience = audience
        self.issuedAt = issuedAt
        expiresAt = issuedAt + Self.lifetime
    }

    /// Reads the claims.
    ///
    /// - Throws: `JSONError` or `ProtocolViolation` if a claim is missing, unknown or malformed.
    package init(claims: JSONObject) throws {
        var reader = JSONReader(claims)
        walletID = try WalletID(parsing: reader.string("wallet_id"))
        random = try reader.bytes("random")
        audience = try reader.string("aud")
        issuedAt = try reader.time("iat")
        expiresAt = try reader.time("exp")
        try reader.finish()
    }

    /// The claims for signing.
    package var claims: JSONObject {
        [
            "wallet_id": .string(walletID.text), "random": .string(Base64URL.encode(random)), "aud": .string(audience),
            "iat": .integer(issuedAt), "exp": .integer(expiresAt),
        ]
    }
}
