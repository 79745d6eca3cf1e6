// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

/// Deleting events, and the switch of the history. The calls that concern an answer in flight wait until none is being sent.
extension Core {
    /// Deletes one event for good (UC6.3), also one that can no longer be read. A number without an event is no error.
    ///
    /// - Throws: `sharing(.busy)` for the event of an answer that is not settled; `locked`, `notRegistered`, `platformMissing`,
    ///   `notInitialized`, a store error. The event is then there.
    package func deleteEvent(_ number: Int64) throws(WalletCoreError) {
        try HistoryUpkeep(admitted(.deleteEvent).context).delete(number)
    }

    /// Deletes all events for good, but not that of an answer that is not settled.
    ///
    /// - Throws: `unexpected` unless the right PIN was entered at most 60 seconds ago for this call; `locked`, also if the wallet
    ///   was locked during the call; `notRegistered`, `platformMissing`, `notInitialized`, a store error. All events are then there.
    package func deleteHistory() async throws(WalletCoreError) {
        // Before the wait, which can be longer than the PIN counts.
        try admitted(.deleteHistory).attempts.takeRightPIN(within: PINAttempts.longestPINAge)
        let epoch = lockKeeper.epoch
        try await admitted(.deleteHistory, in: shared.sharingMutex) { (wallet) async throws(WalletCoreError) in
            try requireUnlocked(since: epoch)
            try HistoryUpkeep(wallet.context).deleteAll()
        }
    }

    /// True if new events are kept, as in a new wallet.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, a store error.
    package func isHistoryKept() throws(WalletCoreError) -> Bool { try HistoryUpkeep(admitted(.isHistoryKept).context).isKept }

    /// Switches the keeping of new events on or off. Events that exist stay, also that of an answer that is not settled. The same value again
    /// does nothing.
    ///
    /// - Throws: for off, `unexpected` unless the right PIN was entered at most 60 seconds ago for this call, and `locked` also if the
    ///   wallet was locked during the call; `locked`, `notRegistered`, `platformMissing`, `notInitialized`, a store error. Nothing has
    ///   changed then.
    package func keepHistory(_ isKept: Bool) async throws(WalletCoreError) {
        let wallet = try admitted(.keepHistory)
        let endsNow = try HistoryUpkeep(wallet.context).isKept && !isKept
        // Before the wait, which can be longer than the PIN counts.
        if endsNow { try wallet.attempts.takeRightPIN(within: PINAttempts.longestPINAge) }
        let epoch = lockKeeper.epoch
        // Also what is so already waits: an earlier call that waits may change it.
        try await admitted(.keepHistory, in: shared.sharingMutex) { (wallet) async throws(WalletCoreError) in
            if !isKept { try requireUnlocked(since: epoch) }
            let upkeep = HistoryUpkeep(wallet.context)
            // Another call has switched it on meanwhile.
            if try upkeep.isKept && !isKept && !endsNow { try wallet.attempts.takeRightPIN(within: PINAttempts.longestPINAge) }
            try upkeep.keep(isKept)
        }
    }
}
