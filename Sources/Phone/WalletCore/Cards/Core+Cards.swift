// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
package import WalletInterface

/// The wallet's cards (UC7.1, UC7.2).
extension Core {
    /// Observes the cards: the visible ones now, then every change. A locked wallet shows no cards.
    ///
    /// - Throws: `observerPresent`, `platformMissing`, `notInitialized`, a store error.
    package func setCardsStream() throws(WalletCoreError) -> AsyncStream<Cards> {
        let wallet = try admitted(.setCardsStream)
        let stream = try shared.cards.cards.observe()
        wallet.cards.show()
        return stream
    }

    /// Ends the cards stream. Can be called in any state.
    package func clearCardsStream() { shared.cards.cards.clear() }

    /// A card with all its contents (UC7.2); nil if there is no card with that ID.
    ///
    /// A card with a stored row that cannot be read any more has the status `corrupted` in its summary, and no claims.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func cardDetails(_ id: CardID) throws(WalletCoreError) -> CardDetails? { try admitted(.cardDetails).cards.details(id) }

    /// Deletes a card for good (UC7.4/1.3), in one transaction: with all copies, and with the event that tells of it. Its keys are deleted at the
    /// provider with the next right PIN, so the call needs no network. A session of sharing that has the card is void; an answer that may have
    /// arrived is not, for what has left cannot be taken back. An unknown card is no error.
    ///
    /// - Throws: `unexpected` for the PID, and for any other card unless the right PIN was entered at most 60 seconds ago for this call;
    ///   `locked`, `notRegistered`, `platformMissing`, `notInitialized`, a store error. The card is then whole.
    package func deleteCard(_ id: CardID) throws(WalletCoreError) {
        let wallet = try admitted(.deleteCard)
        guard let entry = try wallet.cards.entry(id) else { return }
        guard !entry.isPID, try wallet.store.value(.pid)?.card != id else {
            throw WalletCoreError(.unexpected, "the PID cannot be deleted")
        }
        try wallet.attempts.takeRightPIN(within: PINAttempts.longestPINAge)
        try wallet.cards.delete(entry)
    }

    /// Fetches the status lists of all cards and stores the statuses. The core also does this in the background after every unlock and
    /// issuance, so no caller has to.
    ///
    /// - Returns: true if the status of every card with a status list was received.
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error. Known statuses are kept.
    @discardableResult
    package func refreshCardStatuses() async throws(WalletCoreError) -> Bool {
        try await admitted(.refreshCardStatuses).cards.refreshStatuses()
    }
}
