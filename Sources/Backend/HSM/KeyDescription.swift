// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// What a key of the HSM is for: one of the purposes of all kinds.
package enum KeyPurpose: Sendable, Hashable, CaseIterable {
    /// A P-256 key that signs.
    case signing(SigningPurpose)
    /// An AES-256 key.
    case encryption(EncryptionPurpose)
    /// An HMAC-SHA-256 key.
    case authentication(AuthenticationPurpose)
    /// An AES-256 or HMAC-SHA-256 key that guards the users' keys.
    case walletKey(WalletKeyProtection)

    /// Every purpose there is; each needs a key.
    package static let allCases: [KeyPurpose] =
        SigningPurpose.allCases.map(Self.signing) + EncryptionPurpose.allCases.map(Self.encryption)
        + AuthenticationPurpose.allCases.map(Self.authentication) + WalletKeyProtection.allCases.map(Self.walletKey)

    /// The purpose's name, such as `certificate`; different for every purpose.
    package var name: String {
        switch self {
        case .signing(let purpose): purpose.rawValue
        case .encryption(let purpose): purpose.rawValue
        case .authentication(let purpose): purpose.rawValue
        case .walletKey(let purpose): purpose.rawValue
        }
    }
}

/// What a key may still be used for.
package enum KeyState: String, Sendable, Hashable, CaseIterable {
    /// It is the one that signs, encrypts or authenticates.
    case active
    /// It is published, so that phones come to know it, and signs nothing until it is activated.
    case next
    /// A newer key signs; what this one signed still verifies.
    case verifyOnly = "verify-only"
    /// Nothing that it signed is accepted any more.
    case expired
}

/// A key of the HSM as an operator sees it. Nothing in it is secret.
package struct KeyDescription: Sendable, Hashable {
    /// What it is for.
    package let purpose: KeyPurpose
    /// Its name: the purpose, a dash and 16 hexadecimal digits. For a signing key the value of the header member `kid`.
    package let keyID: String
    /// When it was made, some devices keep the second only; nil when that was not recorded.
    package let created: Date?
    /// From when on it is expired; nil for an active or a next key.
    package let expires: Date?
    /// What it may still be used for at the instant of the listing.
    package let state: KeyState

    /// The description of a key.
    package init(purpose: KeyPurpose, keyID: String, created: Date?, expires: Date?, state: KeyState) {
        self.purpose = purpose
        self.keyID = keyID
        self.created = created
        self.expires = expires
        self.state = state
    }
}
