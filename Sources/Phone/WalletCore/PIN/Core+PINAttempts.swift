// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

extension Core {
    /// The number of wrong PINs to report to the user, who may not have entered them (threat T-N6).
    ///
    /// The number includes attempts before the newest unlock that were made in an earlier process, before the app left the foreground, or
    /// too long before the unlock to be a slip of the same person. It includes only checks that the provider has answered, and survives a
    /// kill until it is confirmed.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, `versionBlocked`, `walletRevoked`; a store error.
    package func unreportedWrongTries() throws(WalletCoreError) -> Int {
        try admitted(.unreportedWrongTries).store.value(.unreportedTries) ?? 0
    }

    /// The wrong PINs of the last weeks to report to the user, even with right PINs between them (threat T-N6); nil if there is nothing to
    /// report.
    ///
    /// The provider counts wrong PINs and reports the count above a threshold set by its operator. The user sees the report again when the
    /// count has grown.
    ///
    /// - Throws: as `unreportedWrongTries()`.
    package func unreportedRecentWrongTries() throws(WalletCoreError) -> RecentWrongTries? {
        guard let recent = try admitted(.unreportedWrongTries).store.value(.recentTries), recent.count > recent.reported else { return nil }
        return RecentWrongTries(count: recent.count, days: recent.days)
    }

    /// Confirms that the user has seen both numbers. Idempotent.
    ///
    /// - Throws: `notRegistered`, `platformMissing`, `notInitialized`, `versionBlocked`, `walletRevoked`; a store error, after which they
    ///   are reported again.
    package func confirmWrongTriesShown() throws(WalletCoreError) { try admitted(.confirmWrongTriesShown).attempts.confirmReported() }

    /// True if a user of biometric unlock is due to practise the PIN: after the configured numbers of scans and days since the PIN was
    /// entered, and never while a link is pending.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, `versionBlocked`, `walletRevoked`; a store error.
    package func isPINPracticeDue() throws(WalletCoreError) -> Bool {
        guard try admitted(.isPINPracticeDue).attempts.isPracticeDue(), try isRevocationCodeConfirmed() else { return false }
        return try pendingLink() == nil
    }

    /// Records that practice was offered, whatever its outcome, and restarts the count of scans and days. The practised PIN is not passed
    /// to the core.
    ///
    /// - Throws: as `isPINPracticeDue`.
    package func notePINPractice() throws(WalletCoreError) { try admitted(.notePINPractice).attempts.restartPractice() }
}
