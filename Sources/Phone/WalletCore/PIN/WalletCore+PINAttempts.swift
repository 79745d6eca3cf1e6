// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

extension WalletCore {
    /// How many wrong PINs the user is to be told of, who may not have entered them (threat T-N6): those before the newest unlock that were
    /// entered in an earlier process, before the app left the glass, or too long before it to be the same person's slip. 0 when there are none.
    ///
    /// It counts checks that the provider has answered. It outlives a kill until it is confirmed.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, `versionBlocked`, `walletRevoked`; a store error.
    package func wrongTriesToTell() throws(WalletCoreError) -> Int {
        try admitted(.wrongTriesToTell).store.value(.untoldTries) ?? 0
    }

    /// The wrong PINs of the last weeks that the user is to be told of, whatever right PINs came between them (threat T-N6); nil when there are
    /// none. The provider counts them and reports them from a number on that its operator has set. They are told again when the number has
    /// grown.
    ///
    /// - Throws: as `wrongTriesToTell()`.
    package func recentWrongTriesToTell() throws(WalletCoreError) -> RecentWrongTries? {
        guard let recent = try admitted(.wrongTriesToTell).store.value(.recentTries), recent.count > recent.told else { return nil }
        return RecentWrongTries(count: recent.count, days: recent.days)
    }

    /// Notes that the user was told of both numbers. Doing it again does nothing.
    ///
    /// - Throws: `notRegistered`, `platformMissing`, `notInitialized`, `versionBlocked`, `walletRevoked`; a store error: then they are told
    ///   again.
    package func confirmWrongTriesTold() throws(WalletCoreError) { try admitted(.confirmWrongTriesTold).attempts.confirmTold() }

    /// Whether the user, who opens the wallet by face or finger, is to be asked to practise the PIN: after as many scans and as many days
    /// since the PIN was entered as are configured, and never while a link waits.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, `versionBlocked`, `walletRevoked`; a store error.
    package func isPINPracticeDue() throws(WalletCoreError) -> Bool {
        guard try admitted(.isPINPracticeDue).attempts.isPracticeDue(), try isRevocationCodeConfirmed() else { return false }
        return try pendingLink() == nil
    }

    /// Notes that the user was asked, whatever came of it; practice is due again after as many scans and days. The PIN that was practised is not
    /// known here.
    ///
    /// - Throws: as `isPINPracticeDue`.
    package func notePINPractice() throws(WalletCoreError) { try admitted(.notePINPractice).attempts.restartPractice() }
}
