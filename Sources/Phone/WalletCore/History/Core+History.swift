// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

/// The history of the wallet (UC6.1–UC6.3).
extension Core {
    /// Events, newest first (UC6.1, UC6.2), and the number of events between them that can no longer be read.
    ///
    /// - Parameters:
    ///   - card: restricts the events to this card; nil for all. An unreadable event names no card.
    ///   - before: restricts the events to smaller numbers; nil starts with the newest.
    ///   - limit: the maximum number of events; 1 or more.
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func events(of card: CardID? = nil, before: Int64? = nil, limit: Int = 50) throws(WalletCoreError) -> WalletEvents {
        try admitted(.events).cards.events(of: card, before: before, limit: limit)
    }

    /// One event (UC6.3); nil if there is none with that number, or if it can no longer be read.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func event(_ number: Int64) throws(WalletCoreError) -> WalletEvent? { try admitted(.event).cards.event(number) }
}
