// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// A wallet as the provider knows it, at one instant of the store's clock.
package struct Account: Sendable {
    /// Its name.
    package let walletID: WalletID
    /// Whether it may still do anything.
    package let state: AccountState
    /// Whether its whole solution was revoked, whatever else happened to it.
    package let isSolutionRevoked: Bool
    /// What kind of phone registered it.
    package let deviceKind: DeviceKind
    /// The device key that attested itself at registration: x ‖ y, 64 bytes.
    package let deviceKey: [UInt8]
    /// SHA-256 of the request that registered it, 32 bytes.
    package let registrationHash: [UInt8]
    /// Its PIN keys.
    package let pin: AccountPIN
    /// A recovery of the PIN that was started; it may be over, see `PINRecovery.expiresAt`.
    package let recovery: PINRecovery?
    /// HMAC of the recovery code in the user's PID, 32 bytes; nil until the wallet has disclosed one.
    package let recoveryCodeMark: [UInt8]?
    /// When it was registered.
    package let createdAt: Timestamp
    /// Whether any valid message came after the registration.
    package let isUsed: Bool
    /// The highest sequence number accepted.
    package let sequenceNumber: Int64
    /// The highest assertion counter accepted; 0 for ever where the device has none.
    package let assertionCounter: UInt32
    /// Attempts reserved since the last right PIN, 0 or more.
    package let attempts: Int
    /// No attempt is reserved before this time.
    package let waitUntil: Timestamp?
    /// Wrong PINs within `WrongPINWindow`, right PINs notwithstanding.
    package let wrongPINs: Int
    /// The challenges that it was given.
    package let challenges: IssuedChallenges
    /// The store's clock when this was read. Waits and lifetimes are judged by it.
    package let readAt: Timestamp

    /// An account as it was read.
    package init(
        walletID: WalletID, state: AccountState, isSolutionRevoked: Bool, deviceKind: DeviceKind, deviceKey: [UInt8],
        registrationHash: [UInt8], pin: AccountPIN, recovery: PINRecovery?, recoveryCodeMark: [UInt8]?, createdAt: Timestamp, isUsed: Bool,
        sequenceNumber: Int64, assertionCounter: UInt32, attempts: Int, waitUntil: Timestamp?, wrongPINs: Int,
        challenges: IssuedChallenges, readAt: Timestamp
    ) {
        self.walletID = walletID
        self.state = state
        self.isSolutionRevoked = isSolutionRevoked
        self.deviceKind = deviceKind
        self.deviceKey = deviceKey
        self.registrationHash = registrationHash
        self.pin = pin
        self.recovery = recovery
        self.recoveryCodeMark = recoveryCodeMark
        self.createdAt = createdAt
        self.isUsed = isUsed
        self.sequenceNumber = sequenceNumber
        self.assertionCounter = assertionCounter
        self.attempts = attempts
        self.waitUntil = waitUntil
        self.wrongPINs = wrongPINs
        self.challenges = challenges
        self.readAt = readAt
    }

    /// Whether the user may make a new wallet after this one's revocation. A revoked solution takes none, whatever this one was revoked for.
    package func canRegisterNewWallet(after revocation: Revocation) -> Bool {
        revocation.reason.canRegisterNewWallet && !isSolutionRevoked
    }
}

/// The PIN public keys of an account, as the HSM sealed them with the wallet id as associated data.
package struct AccountPIN: Sendable, Hashable {
    /// The key in force.
    package let sealedKey: [UInt8]
    /// The key that a PIN change has begun to bring; nil when none is pending.
    package let sealedNewKey: [UInt8]?
    /// Grows with every change of any of the account's PIN keys, recovery included; a message that was judged by other keys has no effect.
    package let version: Int64

    /// PIN keys as they were read.
    package init(sealedKey: [UInt8], sealedNewKey: [UInt8]?, version: Int64) {
        self.sealedKey = sealedKey
        self.sealedNewKey = sealedNewKey
        self.version = version
    }
}

/// A PIN recovery that was started and not completed. It changes nothing until it is.
package struct PINRecovery: Sendable, Hashable {
    /// The PIN public key that completion puts in force, sealed like the others.
    package let sealedPINKey: [UInt8]
    /// From this time on it cannot be completed any more.
    package let expiresAt: Timestamp

    /// A recovery as it was read.
    package init(sealedPINKey: [UInt8], expiresAt: Timestamp) {
        self.sealedPINKey = sealedPINKey
        self.expiresAt = expiresAt
    }
}

/// The kinds of phone; each proves its device key in its own way.
package enum DeviceKind: String, Sendable, Hashable, CaseIterable {
    /// An App Attest key and its assertions, which count.
    case apple
    /// An Android Keystore key and its signatures, which do not.
    case android
}
