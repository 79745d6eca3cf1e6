// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletInterface

/// The registration of a wallet.
struct Registration: Codable, Sendable, Equatable {
    /// The wallet's id, in base64url.
    let walletID: String
    /// The platform's name for the device key.
    let deviceKeyID: String
    /// The platform whose secure hardware holds the device key.
    let deviceKeyKind: AttestedKeyKind
    /// The wallet certificate as received.
    let certificate: String
    /// The PIN's salt, 32 bytes.
    let salt: Data

    private enum CodingKeys: String, CodingKey { case walletID, deviceKeyID, deviceKeyKind, certificate, salt }

    var deviceKey: DeviceKey { DeviceKey(identifier: deviceKeyID, kind: deviceKeyKind) }
}

/// The deletion code, and whether the user has written it down.
struct StoredRevocationCode: Codable, Sendable, Equatable {
    /// The deletion code, 18 characters.
    let text: String
    /// True after UC2.1/1.6a.
    var isConfirmed: Bool

    private enum CodingKeys: String, CodingKey { case text, isConfirmed }
}

/// A device key without a registration.
struct PendingDeviceKey: Codable, Sendable, Equatable {
    /// The platform's name for the key.
    let identifier: String
    /// True if the platform may have attested the key, which is possible only once.
    var isSpent: Bool

    private enum CodingKeys: String, CodingKey { case identifier, isSpent }
}

/// A registration that may have reached the provider.
struct PendingRegistration: Codable, Sendable, Equatable {
    /// The id in the enrolment challenge.
    let walletID: String
    /// The platform's name for the attested device key.
    let deviceKeyID: String
    /// The kind of its attestation.
    let deviceKeyKind: AttestedKeyKind
    /// The PIN's salt, 32 bytes.
    let salt: Data
    /// The message, signed by the PIN key.
    let message: String
    /// The request's body; a retry sends the same bytes.
    let body: Data
    /// The time at which the challenge was received, by the phone's wall clock.
    let receivedAt: Date
    /// The lifetime of the challenge, in seconds.
    let lifetime: TimeInterval

    private enum CodingKeys: String, CodingKey { case walletID, deviceKeyID, deviceKeyKind, salt, message, body, receivedAt, lifetime }
}

/// The user's choice of biometric unlock.
struct BiometricPreference: Codable, Sendable, Equatable {
    /// The public key guarded by the sensor: X9.63 uncompressed, 65 bytes.
    let publicKey: Data

    private enum CodingKeys: String, CodingKey { case publicKey }
}

/// A pending universal link.
struct StoredLink: Codable, Sendable, Equatable {
    /// The identity of the link.
    let ticket: String
    /// The text as received.
    let text: LinkText
    /// The kind as recognised.
    let kind: String
    /// The time of arrival, by the phone's wall clock.
    let receivedAt: Date
    /// True if this link replaced an earlier pending link.
    let hasReplaced: Bool

    private enum CodingKeys: String, CodingKey { case ticket, text, kind, receivedAt, hasReplaced }
}

/// Wrong PINs since the last unlock, as far as the provider has confirmed checking them.
struct StoredWrongTries: Codable, Sendable, Equatable {
    /// The number of wrong PINs.
    var count: Int
    /// The time of the first refusal, by the phone's wall clock.
    let firstAt: Date
    /// The attempts left in the round after the newest refusal; nil if it started a delay or a block.
    var attemptsLeft: Int?

    private enum CodingKeys: String, CodingKey { case count, firstAt, attemptsLeft }
}

/// The provider's report at the last unlock by PIN on wrong PINs over weeks.
struct StoredRecentTries: Codable, Sendable, Equatable {
    /// The number of wrong PINs.
    let count: Int
    /// The length of the period, in days.
    let days: Int
    /// The number last reported to the user, at most `count`; 0 if nothing was reported.
    var reported: Int

    private enum CodingKeys: String, CodingKey {
        case count, days
        case reported = "told"
    }
}

/// The time without a PIN entry.
struct StoredPINPractice: Codable, Sendable, Equatable {
    /// The number of biometric unlocks since the last PIN entry.
    var scans: Int
    /// The time of the first wrong PIN, by the phone's wall clock.
    let since: Date

    private enum CodingKeys: String, CodingKey { case scans, since }
}
