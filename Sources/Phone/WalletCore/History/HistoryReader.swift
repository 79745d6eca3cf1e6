// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// Reads events by number, in one call of the core. Only the rows that are read are opened.
struct HistoryReader {
    /// The result of reading one number.
    struct Reading {
        /// The row; nil if it is missing or damaged.
        let stored: StoredEvent?
        /// The event as it is shown; nil if the person has deleted it, if it was not kept, or if it cannot be read.
        let event: WalletEvent?

        /// True if the event can no longer be read. A deleted event is none of these.
        var isUnreadable: Bool { event == nil && stored?.isErased != true }
    }

    /// The number of the newest event; 0 if there is none.
    let newest: Int64
    /// The number of the oldest event that counts. All before it were deleted together.
    let oldest: Int64
    /// The number of the first event with links; nil if there is none.
    let firstLinked: Int64?
    /// The answer in flight, whose event has a number, and no row.
    let sending: StoredSharing?
    private let store: SealedStore

    /// - Throws: a store error.
    init(_ store: SealedStore) throws(WalletCoreError) {
        self.store = store
        newest = try store.value(.eventCount) ?? 0
        oldest = max(try store.value(.historyStart) ?? 1, 1)
        firstLinked = try store.value(.firstLinkedEvent)
        sending = try store.value(.sharing)
    }

    /// True if an event can have this number.
    func counts(_ number: Int64) -> Bool { oldest <= number && number <= newest }

    /// The number of the newest event before another number; 0 if there is none. Nil stands for a number after all.
    func newest(before: Int64?) -> Int64 { min(max(before ?? .max, 1), newest + 1) - 1 }

    /// Reads one number.
    ///
    /// - Throws: a store error other than damage.
    func read(_ number: Int64) throws(WalletCoreError) -> Reading {
        if let sending, sending.number == number {
            // An answer that was made while the history was off has no event, as after its outcome is known.
            guard sending.isKept != false else { return Reading(stored: try erased(number, sending.linksOfErased), event: nil) }
            let event = sending.waitingEvent
            return Reading(stored: event, event: event.shown(as: number))
        }
        do throws(WalletCoreError) {
            let stored = try store.value(.event(number))
            return Reading(stored: stored, event: stored?.shown(as: number))
        } catch {
            guard error.code == .storeDamaged else { throw error }
            return Reading(stored: nil, event: nil)
        }
    }

    /// The number of the row to read next. It is smaller than that of the given row.
    static func next(after number: Int64, _ stored: StoredEvent?) -> Int64 {
        // A number that is not smaller would never end.
        min(stored?.skip ?? .max, number - 1)
    }

    /// The row in place of an event that is not shown any more. It passes over the erased rows right before it. Without links it passes over
    /// rows without links only, so that the history of a card may follow it too.
    ///
    /// - Throws: a store error other than damage.
    func erased(_ number: Int64, _ links: [StoredEvent.Link]) throws(WalletCoreError) -> StoredEvent {
        guard counts(number - 1), let before = try read(number - 1).stored, before.isErased, !links.isEmpty || before.links?.isEmpty == true
        else { return .erased(links) }
        return .erased(links, skip: Self.next(after: number - 1, before))
    }

    /// One event; nil if there is none with that number, or if it was deleted or can no longer be read.
    ///
    /// - Throws: a store error other than damage.
    func event(_ number: Int64) throws(WalletCoreError) -> WalletEvent? { counts(number) ? try read(number).event : nil }

    /// All events, newest first.
    ///
    /// - Throws: a store error other than damage.
    func all(before: Int64?, limit: Int) throws(WalletCoreError) -> WalletEvents {
        var number = newest(before: before)
        var events: [WalletEvent] = []
        var unreadable = 0
        while number >= oldest, events.count < limit {
            let reading = try read(number)
            if let event = reading.event { events.append(event) }
            if reading.isUnreadable { unreadable += 1 }
            number = Self.next(after: number, reading.stored)
        }
        return WalletEvents(events, unreadableCount: unreadable)
    }
}
