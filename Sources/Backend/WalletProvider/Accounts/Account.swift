// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// A wallet's account, as read at one instant of the store's clock.
package struct Account: Sendable {
    package let walletID: WalletID
    package let state: AccountState
    /// True if the whole solution was revoked, whatever the account's own state.
    package let isSolutionRevoked: Bool
    /// The device key attested at registration: x ‖ y, 64 bytes.
    package let deviceKind: DeviceKind
    package let deviceKey: [UInt8]
    /// SHA-256 of the registration request, 32 bytes.
    package let registrationHash: [UInt8]
    package let pin: AccountPIN
    /// The last PIN recovery that was started. It may have expired; see `PendingPINRecovery.expiresAt`.
    package let recovery: PendingPINRecovery?
    /// HMAC of the recovery code in the user's PID, 32 bytes; nil until the wallet has disclosed a code.
    package let recoveryCodeMark: [UInt8]?
    package let createdAt: Timestamp
    /// True once the provider has accepted a message after the registration.
    package let isUsed: Bool
    /// The highest sequence number accepted.
    package let sequenceNumber: Int64
    /// The highest assertion counter accepted; always 0 for a device without a counter.
    package let assertionCounter: UInt32
    /// Attempts reserved since the last right PIN, 0 or more.
    package let attempts: Int
    /// No attempt is reserved before this time.
    package let waitUntil: Timestamp?
    /// The number of wrong PINs within `WrongPINWindow`. A right PIN does not reset it.
    package let wrongPINs: Int
    /// The store's clock when the account was read. Waiting periods and lifetimes are judged by this time.
    package let readAt: Timestamp

    package init(
        walletID: WalletID, state: AccountState, isSolutionRevoked: Bool, deviceKind: DeviceKind, deviceKey: [UInt8],
        registrationHash: [UInt8], pin: AccountPIN, recovery: PendingPINRecovery?, recoveryCodeMark: [UInt8]?, createdAt: Timestamp,
        isUsed: Bool, sequenceNumber: Int64, assertionCounter: UInt32, attempts: Int, waitUntil: Timestamp?, wrongPINs: Int,
        readAt: Timestamp
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
        self.readAt = readAt
    }

    /// True if the user may register a new wallet after this revocation. A revoked solution accepts no new wallets, whatever the reason of
    /// this revocation.
    package func canRegisterNewWallet(after revocation: Revocation) -> Bool {
        revocation.reason.canRegisterNewWallet && !isSolutionRevoked
    }
}

/// The PIN public keys of an account. Each is sealed by the HSM with the wallet id as associated data.
package struct AccountPIN: Sendable, Hashable {
    package let sealedKey: [UInt8]
    /// The key of a pending PIN change; nil when no change is pending.
    package let sealedNewKey: [UInt8]?
    /// Increases with every change of the account's PIN keys, recovery included. A message that was judged by older keys has no effect.
    package let version: Int64

    package init(sealedKey: [UInt8], sealedNewKey: [UInt8]?, version: Int64) {
        self.sealedKey = sealedKey
        self.sealedNewKey = sealedNewKey
        self.version = version
    }
}

/// A PIN recovery that was started but not completed. It has no effect until completed.
package struct PendingPINRecovery: Sendable, Hashable {
    /// The PIN public key that takes effect on completion, sealed like the other PIN keys.
    package let sealedPINKey: [UInt8]
    /// The time from which the recovery can no longer be completed.
    package let expiresAt: Timestamp

    package init(sealedPINKey: [UInt8], expiresAt: Timestamp) {
        self.sealedPINKey = sealedPINKey
        self.expiresAt = expiresAt
    }
}

/// The kinds of phone. Each proves its device key in its own way.
package enum DeviceKind: String, Sendable, Hashable, CaseIterable {
    /// An iPhone: App Attest key, assertions with a counter.
    case apple
    /// An Android phone: Keystore key, signatures without a counter.
    case android
}
