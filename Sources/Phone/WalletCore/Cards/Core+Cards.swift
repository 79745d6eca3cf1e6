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
