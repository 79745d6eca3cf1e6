// SPDX-License-Identifier: EUPL-1.2

/// What a signing key (P-256) is for.
package enum SigningPurpose: String, Sendable, Hashable, CaseIterable, Codable {
    /// Wallet certificates and enrolment challenges.
    case certificate
    /// Results of instructions.
    case result
    /// Wallet attestations, for issuers.
    case attestation
}

/// What an encryption key (AES-256) is for.
package enum EncryptionPurpose: String, Sendable, Hashable, CaseIterable, Codable {
    /// The PIN public keys at rest.
    case pinKeyEncryption
}

/// What an authentication key (HMAC-SHA-256, 32 bytes) is for.
package enum AuthenticationPurpose: String, Sendable, Hashable, CaseIterable, Codable {
    /// The PIN key's mark in a wallet certificate, so that a certificate is no oracle for PINs.
    case pinKeyDisclosureProtection
    /// The deletion code and its mark in the database.
    case revocationCode
    /// The marks of recovery codes.
    case recoveryCode
    /// The chain of the audit log.
    case auditLog
    /// The key of the witness's journals; see `WitnessJournals`.
    case witness
}

/// What a key that guards the users' own keys is for. No caller names one, and it neither encrypts, opens nor authenticates anything that
/// a caller brings: whoever could decrypt with the wrapping key would have the users' keys in the clear.
package enum WalletKeyProtection: String, Sendable, Hashable, CaseIterable, Codable {
    /// Wraps the users' keys (AES-256).
    case walletKeyWrapping
    /// Ties a wrapped key to what it belongs to, where wrapping takes no associated data (HMAC-SHA-256, 32 bytes). An HSM that does not
    /// need it has it all the same, so that the list of keys is one.
    case walletKeyBinding
}
