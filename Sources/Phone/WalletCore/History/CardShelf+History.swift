// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// Reading the history.
extension CardShelf {
    /// Events, newest first, and the number of events between them that can no longer be read.
    ///
    /// - Throws: a store error.
    func events(of card: CardID?, before: Int64?, limit: Int) throws(WalletCoreError) -> WalletEvents {
        var number = min(before ?? .max, (try context.store.value(.eventCount) ?? 0) + 1) - 1
        let sending = try context.store.value(.sharing)
        var events: [WalletEvent] = []
        var unreadable = 0
        while number > 0, events.count < limit {
            defer { number -= 1 }
            do throws(WalletCoreError) {
                guard let stored = try storedEvent(number, sending), let event = stored.shown(as: number) else {
                    throw WalletCoreError(.storeDamaged, "an event is missing")
                }
                guard card.map(stored.isAbout) ?? true else { continue }
                events.append(event)
            } catch {
                guard error.code == .storeDamaged else { throw error }
                unreadable += 1
            }
        }
        return WalletEvents(events, unreadableCount: unreadable)
    }

    /// One event; nil if there is none with that number, or if it can no longer be read.
    ///
    /// - Throws: a store error.
    func event(_ number: Int64) throws(WalletCoreError) -> WalletEvent? {
        let sending = try context.store.value(.sharing)
        do throws(WalletCoreError) {
            return try storedEvent(number, sending)?.shown(as: number)
        } catch {
            guard error.code == .storeDamaged else { throw error }
            return nil
        }
    }

    /// The stored event with a number; nil if there is none. The event of an answer that is not settled yet has its number, and no row.
    ///
    /// - Throws: a store error.
    private func storedEvent(_ number: Int64, _ sending: StoredSharing?) throws(WalletCoreError) -> StoredEvent? {
        if let sending, sending.number == number { return sending.event }
        return try context.store.value(.event(number))
    }
}
