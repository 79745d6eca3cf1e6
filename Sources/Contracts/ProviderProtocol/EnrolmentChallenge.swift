// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// What `/enroll` answers: a signed challenge that names the wallet to be; the provider stores nothing for it.
///
/// Claims: `wallet_id`, `random` (32 bytes, base64url), `aud`, `iat`, `exp` (seconds since 1970).
package struct EnrolmentChallenge: SignedToken {
    /// The header's `typ` of an enrolment challenge.
    package static let type = "wallet-enrolment-challenge+jwt"
    /// How long a challenge lives, in seconds.
    package static let lifetime: Int64 = 60

    /// The id that the wallet will have.
    package let walletID: WalletID
    /// 32 random bytes.
    package let random: [UInt8]
    /// The provider's public base URL.
    package let audience: String
    /// Seconds since 1970.
    package let issuedAt: Int64
    /// Seconds since 1970; from this second on it is refused.
    package let expiresAt: Int64

    /// Makes a challenge that lives for `lifetime` seconds.
    package init(walletID: WalletID, random: [UInt8], audience: String, issuedAt: Int64) {
        self.walletID = walletID
        self.random = random
        self.audience = audience
        self.issuedAt = issuedAt
        expiresAt = issuedAt + Self.lifetime
    }

    /// Reads the claims.
    ///
    /// - Throws: `JSONError` or `ProtocolViolation` on a missing, unknown or malformed claim.
    package init(claims: JSONObject) throws {
        var reader = JSONReader(claims)
        walletID = try WalletID(parsing: reader.string("wallet_id"))
        random = try reader.bytes("random")
        audience = try reader.string("aud")
        issuedAt = try reader.integer("iat")
        expiresAt = try reader.integer("exp")
        try reader.finish()
    }

    /// The claims as they are signed.
    package var claims: JSONObject {
        [
            "wallet_id": .string(walletID.text), "random": .string(Base64URL.encode(random)), "aud": .string(audience),
            "iat": .integer(issuedAt), "exp": .integer(expiresAt),
        ]
    }
}
