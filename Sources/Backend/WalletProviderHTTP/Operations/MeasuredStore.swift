// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol
package import WalletProvider

/// A database that measures the duration of each call to the database behind it.
package struct MeasuredStore: AccountStore {
    let base: any AccountStore & AuditStore
    let metrics: ProviderMetrics

    package init(_ base: any AccountStore & AuditStore, _ metrics: ProviderMetrics) {
        self.base = base
        self.metrics = metrics
    }

    /// Forwards the call and measures its duration.
    package func create(_ account: NewAccount) async throws(AccountStoreError) -> AccountCreation {
        try await metrics.database(.create) { () async throws(AccountStoreError) in try await base.create(account) }
    }

    /// Forwards the call and measures its duration.
    package func account(
        of walletID: WalletID, withMessage sequenceNumber: Int64, recordedWithin retention: Int64
    ) async throws(AccountStoreError) -> (account: Account, message: RecordedMessage?)? {
        try await metrics.database(.account) { () async throws(AccountStoreError) in
            try await base.account(of: walletID, withMessage: sequenceNumber, recordedWithin: retention)
        }
    }

    /// Forwards the call and measures its duration.
    package func reserveAttempt(
        for message: MessageIdentity, pinVersion: Int64, under policy: PINRetryPolicy
    ) async throws(AccountStoreError) -> Int? {
        try await metrics.database(.reserveAttempt) { () async throws(AccountStoreError) in
            try await base.reserveAttempt(for: message, pinVersion: pinVersion, under: policy)
        }
    }

    /// Forwards the call and measures its duration.
    package func reserveKnown(
        _ message: MessageIdentity, pin: AccountPIN, under policy: PINRetryPolicy, atLeast floor: WitnessFloor?
    ) async throws(AccountStoreError) -> KnownReservation? {
        try await metrics.database(.reserveKnown) { () async throws(AccountStoreError) in
            try await base.reserveKnown(message, pin: pin, under: policy, atLeast: floor)
        }
    }

    /// Forwards the call and measures its duration.
    package func settleAttempt(
        of message: MessageIdentity, as outcome: AttemptOutcome, pinVersion: Int64, answer: StoredAnswer?
    ) async throws(AccountStoreError) -> Bool {
        try await metrics.database(.settleAttempt) { () async throws(AccountStoreError) in
            try await base.settleAttempt(of: message, as: outcome, pinVersion: pinVersion, answer: answer)
        }
    }

    /// Forwards the call and measures its duration.
    package func fits(_ message: MessageIdentity) async throws(AccountStoreError) -> Bool {
        try await metrics.database(.fits) { () async throws(AccountStoreError) in try await base.fits(message) }
    }

    /// Forwards the call and measures its duration.
    package func accept(
        _ message: MessageIdentity, evenIfRevoked: Bool, pinVersion: Int64?,
        change: AccountChange, answer: StoredAnswer
    ) async throws(AccountStoreError) -> Bool {
        try await metrics.database(.accept) { () async throws(AccountStoreError) in
            try await base.accept(
                message, evenIfRevoked: evenIfRevoked, pinVersion: pinVersion, change: change, answer: answer)
        }
    }

    /// Forwards the call and measures its duration.
    package func keys(of walletID: WalletID, for purpose: WalletKeyPurpose) async throws(AccountStoreError) -> [WalletKey] {
        try await metrics.database(.keys) { () async throws(AccountStoreError) in try await base.keys(of: walletID, for: purpose) }
    }
}
