// SPDX-License-Identifier: EUPL-1.2

/// What a signing key (P-256) is for.
package enum SigningPurpose: String, Sendable, Hashable, CaseIterable, Codable {
    /// Wallet certificates and enrolment challenges.
    case certificate
    /// Results of instructions.
    case result
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
}
