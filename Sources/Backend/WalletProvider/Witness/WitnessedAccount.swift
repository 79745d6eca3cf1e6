// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// All of an account that must never go back: its row but the challenges and what belongs to them.
///
/// Of one account two such values can always be put in order: sequence number, counter, number of the last attempt and PIN version only grow,
/// and an account that has ended has ended.
package struct WitnessedAccount: Sendable, Hashable {
    /// What of it never changes.
    package struct Registration: Sendable, Hashable {
        /// The wallet's name.
        package let walletID: WalletID
        /// What kind of phone it is on.
        package let deviceKind: DeviceKind
        /// The attested device key: x ‖ y, 64 bytes.
        package let deviceKey: [UInt8]
        /// HMAC of the deletion code, 32 bytes.
        package let revocationCodeMark: [UInt8]
        /// SHA-256 of the request that registered it, 32 bytes.
        package let requestHash: [UInt8]
        /// When that was, by the store's clock.
        package let createdAt: Timestamp

        /// A registration as it is stored.
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

    /// How it ended.
    package struct End: Sendable, Hashable {
        /// Why it was revoked; nil for an account that the wallet ended itself.
        package let reason: RevocationReason?
        /// When, by the store's clock.
        package let date: Timestamp

        /// An end.
        package init(reason: RevocationReason?, date: Timestamp) {
            self.reason = reason
            self.date = date
        }
    }

    /// The attempts at the PIN.
    package struct Attempts: Sendable, Hashable {
        /// How many since the last right PIN, 0 or more.
        package var count: Int64
        /// The sequence number of the message that took the last one; 0 before the first.
        package var sequenceNumber: Int64
        /// No attempt is reserved before this time.
        package var waitUntil: Timestamp?

        /// Attempts as they are stored.
        package init(count: Int64, sequenceNumber: Int64, waitUntil: Timestamp?) {
            self.count = count
            self.sequenceNumber = sequenceNumber
            self.waitUntil = waitUntil
        }
    }

    /// What of it never changes.
    package var registration: Registration
    /// How it ended; nil for an account that is active.
    package var end: End?
    /// Its PIN keys.
    package var pin: AccountPIN
    /// A recovery that was started.
    package var recovery: PINRecovery?
    /// HMAC of the recovery code, 32 bytes; nil until it is known.
    package var recoveryCodeMark: [UInt8]?
    /// Whether any message came after the registration.
    package var isUsed: Bool
    /// The highest sequence number accepted.
    package var sequenceNumber: Int64
    /// The highest assertion counter accepted.
    package var assertionCounter: UInt32
    /// The attempts at the PIN.
    package var attempts: Attempts

    /// An account as it was read.
    package init(
        registration: Registration, end: End?, pin: AccountPIN, recovery: PINRecovery?, recoveryCodeMark: [UInt8]?, isUsed: Bool,
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

    /// The wallet's name.
    package var walletID: WalletID { registration.walletID }

    /// Whether the wallet ended it itself; then the database forgets it after a while.
    package var isDeregistered: Bool { end != nil && end?.reason == nil }

    /// Whether it ended with its recovery code; then a reason of before is no longer told.
    package var isHolderRevoked: Bool { end?.reason == .recoveryCode }
}

/// What the witness needs of a database, beside what the provider does.
package protocol WitnessedAccounts: Sendable {
    /// Up to `limit` accounts whose names come after that one, in the order of the names' bytes.
    func witnessedAccounts(after walletID: WalletID?, limit: Int) async throws(AccountStoreError) -> [WitnessedAccount]

    /// One account; nil when there is none.
    func witnessedAccount(_ walletID: WalletID) async throws(AccountStoreError) -> WitnessedAccount?

    /// Those of these accounts that are there, in any order.
    func witnessedAccounts(named walletIDs: [WalletID]) async throws(AccountStoreError) -> [WitnessedAccount]

    /// Up to `limit` accounts that their wallets ended themselves and that are still there, as `witnessedAccounts(after:limit:)`.
    func deregisteredAccounts(after walletID: WalletID?, limit: Int) async throws(AccountStoreError) -> [WitnessedAccount]

    /// Puts an account in the place of what was read before. Its live challenges are void; the keys of an account that has ended go. One with
    /// a recovery code that was revoked is revoked, whatever it was to be.
    ///
    /// - Parameter former: what was read; nil when there was no account.
    /// - Returns: false, and nothing changed, when the account is no longer that one.
    func replace(_ former: WitnessedAccount?, by account: WitnessedAccount) async throws(AccountStoreError) -> Bool
}
