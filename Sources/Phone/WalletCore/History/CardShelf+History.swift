// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// Reading the history.
extension CardShelf {
    /// Events, newest first, and the number of events between them that can no longer be read.
    ///
    /// - Throws: a store error.
    func events(of card: CardID?, before: Int64?, limit: Int) throws(WalletCoreError) -> WalletEvents {
        let reader = try HistoryReader(context.store)
        guard let card else { return try reader.all(before: before, limit: limit) }
        return try reader.events(of: card, entry(card), before: before, limit: limit, after: &pageEnds)
    }

    /// One event; nil if there is none with that number, or if it was deleted or can no longer be read.
    ///
    /// - Throws: a store error.
    func event(_ number: Int64) throws(WalletCoreError) -> WalletEvent? { try HistoryReader(context.store).event(number) }
}
