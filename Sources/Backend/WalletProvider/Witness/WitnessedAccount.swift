// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// The part of an account that must never be rolled back: its row without recorded messages and keys.
///
/// Two records of one account can always be ordered. Its sequence number, counter, number of the last attempt and PIN version only
/// increase, and the end of an account is final.
package struct WitnessedAccount: Sendable, Hashable {
    /// The immutable part of an account.
    package struct Registration: Sendable, Hashable {
        package let walletID: WalletID
        package let deviceKind: DeviceKind
        /// The attested device key: x ‖ y, 64 bytes.
        package let deviceKey: [UInt8]
        /// HMAC of the deletion code, 32 bytes.
        package let revocationCodeMark: [UInt8]
        /// SHA-256 of the registration request, 32 bytes.
        package let requestHash: [UInt8]
        /// The time of the registration by the store's clock.
        package let createdAt: Timestamp

        package init(
            walletID: WalletID, deviceKind: DeviceKind, deviceKey: [UInt8], revocationCodeMark: [UInt8], requestHash: [UInt8],
            createdAt: Timestamp
        ) {
            self.walletID = walletID
            self.deviceKind = deviceKind
            self.deviceKey = deviceKey
            self.revocationCodeMark = revocationCodeMark
            self.requestHash = requestHash
            self.createdAt = createdAt
        }
    }

    /// The end of an account.
    package struct End: Sendable, Hashable {
        /// The reason of the revocation; nil for a deregistered account.
        package let reason: RevocationReason?
        /// The time by the store's clock.
        package let date: Timestamp

        package init(reason: RevocationReason?, date: Timestamp) {
            self.reason = reason
            self.date = date
        }
    }

    /// The attempts at the PIN.
    package struct Attempts: Sendable, Hashable {
        /// The number of attempts since the last right PIN, 0 or more.
        package var count: Int64
        /// The sequence number of the message that reserved the last attempt; 0 before the first.
        package var sequenceNumber: Int64
        /// No attempt is reserved before this time.
        package var waitUntil: Timestamp?

        package init(count: Int64, sequenceNumber: Int64, waitUntil: Timestamp?) {
            self.count = count
            self.sequenceNumber = sequenceNumber
            self.waitUntil = waitUntil
        }
    }

    package var registration: Registration
    /// The end of the account; nil while it is active.
    package var end: End?
    package var pin: AccountPIN
    /// The last PIN recovery that was started.
    package var recovery: PendingPINRecovery?
    /// HMAC of the recovery code, 32 bytes; nil until it is disclosed.
    package var recoveryCodeMark: [UInt8]?
    /// True once the provider has accepted a message after the registration.
    package var isUsed: Bool
    package var sequenceNumber: Int64
    package var assertionCounter: UInt32
    package var attempts: Attempts

    package init(
        registration: Registration, end: End?, pin: AccountPIN, recovery: PendingPINRecovery?, recoveryCodeMark: [UInt8]?, isUsed: Bool,
        sequenceNumber: Int64, assertionCounter: UInt32, attempts: Attempts
    ) {
        self.registration = registration
        self.end = end
        self.pin = pin
        self.recovery = recovery
        self.recoveryCodeMark = recoveryCodeMark
        self.isUsed = isUsed
        self.sequenceNumber = sequenceNumber
        self.assertionCounter = assertionCounter
        self.attempts = attempts
    }

    package var walletID: WalletID { registration.walletID }

    /// True if the wallet deregistered. The database removes the account after its retention time.
    package var isDeregistered: Bool { end != nil && end?.reason == nil }

    /// True if the wallet was revoked through its recovery code. An earlier reason is then no longer shown.
    package var isHolderRevoked: Bool { end?.reason == .recoveryCode }
}

/// The additional functions of a database that the witness requires.
package protocol WitnessedAccounts: Sendable {
    /// Returns up to `limit` accounts with ids after `walletID`, in byte order of the ids.
    func witnessedAccounts(after walletID: WalletID?, limit: Int) async throws(AccountStoreError) -> [WitnessedAccount]

    /// Returns one account, or nil if it does not exist.
    func witnessedAccount(_ walletID: WalletID) async throws(AccountStoreError) -> WitnessedAccount?

    /// Returns the named accounts that exist, in any order.
    func witnessedAccounts(named walletIDs: [WalletID]) async throws(AccountStoreError) -> [WitnessedAccount]

    /// Returns up to `limit` deregistered accounts that still exist, ordered like `witnessedAccounts(after:limit:)`.
    func deregisteredAccounts(after walletID: WalletID?, limit: Int) async throws(AccountStoreError) -> [WitnessedAccount]

    /// Replaces an account. Removes the keys of an ended account. If its recovery code was revoked, the
    /// account is stored as revoked, whatever `account` says.
    ///
    /// - Parameter former: the account as read; nil if there was none.
    /// - Returns: false if the account has changed since it was read; nothing is changed in that case.
    func replace(_ former: WitnessedAccount?, by account: WitnessedAccount) async throws(AccountStoreError) -> Bool
}
