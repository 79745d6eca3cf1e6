// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletInterface

/// What a registered wallet is.
struct Registration: Codable, Sendable, Equatable {
    /// The wallet's id, base64url.
    let walletID: String
    /// The platform's name for the device key.
    let deviceKeyID: String
    /// The kind that the device key registered as.
    let deviceKeyKind: AttestedKeyKind
    /// The wallet certificate as received.
    let certificate: String
    /// The PIN's salt, 32 bytes.
    let salt: Data

    /// The device key.
    var deviceKey: DeviceKey { DeviceKey(identifier: deviceKeyID, kind: deviceKeyKind) }
}

/// The deletion code and whether the user has written it down.
struct StoredRevocationCode: Codable, Sendable, Equatable {
    /// 18 characters.
    let text: String
    /// UC2.1/1.6a was taken.
    var isConfirmed: Bool
}

/// A device key that belongs to no registration yet.
struct PendingDeviceKey: Codable, Sendable, Equatable {
    /// The platform's name for it.
    let identifier: String
    /// Whether the platform may have attested it: a key is attested once only.
    var isSpent: Bool
}

/// A registration that may have reached the provider.
struct PendingRegistration: Codable, Sendable, Equatable {
    /// The id in the enrolment challenge.
    let walletID: String
    /// The platform's name for the device key that attested itself.
    let deviceKeyID: String
    /// The kind that it attested itself as.
    let deviceKeyKind: AttestedKeyKind
    /// The PIN's salt, 32 bytes.
    let salt: Data
    /// The message, signed by the PIN key.
    let message: String
    /// The request's body; a retry sends the same bytes.
    let body: Data
    /// When the challenge was received, by the phone's clock.
    let receivedAt: Date
    /// How long the challenge lives, in seconds.
    let lifetime: TimeInterval
}

/// That biometrics unlock the wallet.
struct BiometricPreference: Codable, Sendable, Equatable {
    /// The public key that the platform guards with the sensor: X9.63 uncompressed, 65 bytes.
    let publicKey: Data
}

/// A universal link that waits until the wallet can act on it.
struct StoredLink: Codable, Sendable, Equatable {
    /// Names this one link.
    let ticket: String
    /// As received.
    let text: LinkText
    /// The kind that it was recognised as.
    let kind: String
    /// By the phone's clock.
    let receivedAt: Date
    /// It took the place of a link that still waited.
    let hasReplaced: Bool
}

/// Wrong PINs since the wallet was opened last, as far as the provider has said that it checked them.
struct StoredWrongTries: Codable, Sendable, Equatable {
    /// How many.
    var count: Int
    /// When the first was refused, by the phone's clock.
    let firstAt: Date
    /// How many attempts the newest refusal left in its round; nil when it began a wait or a block.
    var attemptsLeft: Int?
}

/// What the provider said at the last unlock by PIN of wrong PINs over weeks.
struct StoredRecentTries: Codable, Sendable, Equatable {
    /// The number of wrong PINs.
    let count: Int
    /// The length of the time that was looked back on, in days.
    let days: Int
    /// The number that the user was told last, `count` at most; 0 when none was told yet.
    var told: Int
}

/// How long the PIN was not entered.
struct StoredPINPractice: Codable, Sendable, Equatable {
    /// How often face or finger has opened the wallet since.
    var scans: Int
    /// Since when, by the phone's clock.
    let since: Date
}
