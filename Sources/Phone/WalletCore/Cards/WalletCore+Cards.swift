// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
package import WalletInterface

/// The wallet's cards (UC7.1, UC7.2).
extension WalletCore {
    /// Observes the cards: those that may be seen now, then every change. A locked wallet shows none.
    ///
    /// - Throws: `observerPresent`, `platformMissing`, `notInitialized`, a store error.
    package func setCardsStream() throws(WalletCoreError) -> AsyncStream<Cards> {
        let wallet = try admitted(.setCardsStream)
        let stream = try shared.cards.cards.observe()
        wallet.cards.show()
        return stream
    }

    /// Ends the cards stream, if there is one. May be called in any state.
    package func clearCardsStream() { shared.cards.cards.clear() }

    /// A card with everything that it holds (UC7.2); nil when there is no card with that name.
    ///
    /// A card of which something is stored that cannot be read any more has its summary with the status `corrupted`, and no claims.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func cardDetails(_ id: CardID) throws(WalletCoreError) -> CardDetails? { try admitted(.cardDetails).cards.details(id) }

    /// Events, the newest first (UC6.1, UC6.2), with the number of events that were met on the way and cannot be read any more.
    ///
    /// - Parameters:
    ///   - card: only events of this card; nil for all. An event that cannot be read names no card.
    ///   - before: only events with a smaller number; nil begins with the newest.
    ///   - limit: the most events; 1 or more.
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func cardEvents(of card: CardID? = nil, before: Int64? = nil, limit: Int = 50) throws(WalletCoreError) -> CardEvents {
        try admitted(.cardEvents).cards.events(of: card, before: before, limit: limit)
    }

    /// Asks for the status lists of all cards and stores what they say. The core does so by itself after every unlock and every issuance; no
    /// caller has to wait for it.
    ///
    /// - Returns: whether something was learnt of every card that has a status.
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error. What was known stays known.
    @discardableResult
    package func refreshCardStatuses() async throws(WalletCoreError) -> Bool {
        try await admitted(.refreshCardStatuses).cards.refreshStatuses()
    }
}
