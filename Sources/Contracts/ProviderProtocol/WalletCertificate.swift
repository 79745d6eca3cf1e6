// SPDX-License-Identifier: EUPL-1.2

package import JOSE
package import JSON

/// A registered wallet's certificate, sent with every message. It binds the device key and a mark of the PIN key to the wallet.
///
/// Claims: `iss` (the provider's public base URL), `iat`, `wallet_id`, `device_key` (JWK), `pin_key_mark` (base64url). No expiry.
/// The mark is an HMAC with an HSM key, so the certificate cannot be used to test PINs.
package struct WalletCertificate: SignedToken {
    /// The header's `typ`.
    package static let type = "wallet-certificate+jwt"

    /// The provider's public base URL.
    package let issuer: String
    /// Seconds since 1970.
    package let issuedAt: Int64
    package let walletID: WalletID
    /// The device key attested at registration.
    package let deviceKey: JWK
    /// HMAC-SHA-256 of the PIN public key, 32 bytes.
    package let pinKeyMark: [UInt8]

    package init(issuer: String, issuedAt: Int64, walletID: WalletID, deviceKey: JWK, pinKeyMark: [UInt8]) {
        self.issuer = issuer
        self.issuedAt = issuedAt
        self.walletID = walletID
        self.deviceKey = deviceKey
        self.pinKeyMark = pinKeyMark
    }

    /// Reads the claims.
    ///
    /// - Throws: `JSONError` or `ProtocolViolation` if a claim is missing, unknown or malformed.
    package init(claims: JSONObject) throws {
        var reader = JSONReader(claims)
        issuer = try reader.string("iss")
        issuedAt = try reader.time("iat")
        walletID = try WalletID(parsing: reader.string("wallet_id"))
        deviceKey = try JWK(reader.object("device_key"))
        pinKeyMark = try reader.bytes("pin_key_mark")
        try reader.finish()
    }

    /// The claims for signing.
    package var claims: JSONObject {
        [
            "iss": .string(issuer), "iat": .integer(issuedAt), "wallet_id": .string(walletID.text), "device_key": .object(deviceKey.json),
            "pin_key_mark": .string(Base64URL.encode(pinKeyMark)),
        ]
    }
}
