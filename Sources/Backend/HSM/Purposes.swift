// SPDX-License-Identifier: EUPL-1.2

/// The purpose of a signing key (P-256).
package enum SigningPurpose: String, Sendable, Hashable, CaseIterable, Codable {
    /// Wallet certificates and enrolment challenges.
    case certificate
    /// Results of instructions.
    case result
    /// Wallet attestations for issuers.
    case attestation
}

/// The purpose of an encryption key (AES-256).
package enum EncryptionPurpose: String, Sendable, Hashable, CaseIterable, Codable {
    /// Encrypts the stored PIN public keys.
    case pinKeyEncryption
}

/// The purpose of an authentication key (HMAC-SHA-256, 32 bytes).
package enum AuthenticationPurpose: String, Sendable, Hashable, CaseIterable, Codable {
    /// The HMAC of the PIN key in a wallet certificate. Without it, a certificate could be used to test PINs.
    case pinKeyDisclosureProtection
    /// The derivation of the deletion code and its HMAC in the database.
    case revocationCode
    /// The HMACs of recovery codes.
    case recoveryCode
    /// The seals of the audit log.
    case auditLog
    /// The key of the witness's journals; see `WitnessJournals`.
    case witness
    /// The daily keys of the beacons that prove messages recent.
    case beacon
}

/// The purpose of a key that protects the users' keys. Callers cannot use these keys directly: decryption with the wrapping key would
/// reveal the users' keys.
package enum WalletKeyProtection: String, Sendable, Hashable, CaseIterable, Codable {
    /// Wraps the users' keys (AES-256).
    case walletKeyWrapping
    /// Binds a wrapped key to its owner if the wrapping has no associated data (HMAC-SHA-256, 32 bytes). Every HSM has this key, so that
    /// all lists of keys are alike.
    case walletKeyBinding
}
