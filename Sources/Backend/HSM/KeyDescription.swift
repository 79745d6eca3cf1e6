// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The purpose of a key in the HSM, of any kind.
package enum KeyPurpose: Sendable, Hashable, CaseIterable {
    /// A P-256 signing key.
    case signing(SigningPurpose)
    /// An AES-256 key.
    case encryption(EncryptionPurpose)
    /// An HMAC-SHA-256 key.
    case authentication(AuthenticationPurpose)
    /// An AES-256 or HMAC-SHA-256 key that protects the users' keys.
    case walletKey(WalletKeyProtection)

    /// All purposes; each needs a key.
    package static let allCases: [KeyPurpose] =
        SigningPurpose.allCases.map(Self.signing) + EncryptionPurpose.allCases.map(Self.encryption)
        + AuthenticationPurpose.allCases.map(Self.authentication) + WalletKeyProtection.allCases.map(Self.walletKey)

    /// The purpose's unique name, such as `certificate`.
    package var name: String {
        switch self {
        case .signing(let purpose): purpose.rawValue
        case .encryption(let purpose): purpose.rawValue
        case .authentication(let purpose): purpose.rawValue
        case .walletKey(let purpose): purpose.rawValue
        }
    }
}

/// The permitted use of a key.
package enum KeyState: String, Sendable, Hashable, CaseIterable {
    /// The key signs, encrypts or authenticates.
    case active
    /// The key is published, so that phones receive it in advance, but does not sign before its activation.
    case next
    /// A newer key signs; signatures of this key still verify.
    case verifyOnly = "verify-only"
    /// Signatures of this key are no longer accepted.
    case expired
}

/// The operator's view of a key. Contains nothing secret.
package struct KeyDescription: Sendable, Hashable {
    package let purpose: KeyPurpose
    /// The id: the purpose, a dash and 16 hexadecimal digits. For a signing key also the header member `kid`.
    package let keyID: String
    /// The creation time, on some devices rounded to seconds; nil if it was not recorded.
    package let created: Date?
    /// The expiry; nil for an active or next key.
    package let expires: Date?
    /// The permitted use at the time of the listing.
    package let state: KeyState

    package init(purpose: KeyPurpose, keyID: String, created: Date?, expires: Date?, state: KeyState) {
        self.purpose = purpose
        self.keyID = keyID
        self.created = created
        self.expires = expires
        self.state = state
    }
}
