// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// Writes events. It is made for one transaction and used for all events in it, because the changes of a transaction cannot be read before
/// they are on disk. The caller sets the entries that the writer has changed, and calls `finish` once.
struct EventWriter {
    /// A number that an event has before it is written.
    struct Reservation: Sendable, Equatable {
        let number: Int64
        /// The links that the event must have.
        let links: [StoredEvent.Link]
    }

    /// False while the person has switched the history off.
    let isKept: Bool

    private var count: Int64
    private let countBefore: Int64
    private let hasLinks: Bool

    /// The events that are written while the history is switched off: they tell of the gap.
    private static let kindsOfHistory = Set(WalletEvent.Kind.allCases.filter { !$0.isDeletable }.map(\.rawValue))

    /// - Throws: a store error.
    init(_ store: SealedStore) throws(WalletCoreError) {
        isKept = try store.value(.historyOff) != true
        countBefore = try store.value(.eventCount) ?? 0
        hasLinks = try store.value(.firstLinkedEvent) != nil
        count = countBefore
    }

    /// Adds an event.
    ///
    /// - Parameters:
    ///   - entries: the cards to whose history it belongs. Their `lastEvent` changes.
    ///   - replaced: the entry of the card that the only one of `entries` replaces. Its history goes on, and `renewedAt` is the event's date,
    ///     also while the history is switched off.
    /// - Returns: the number of the event; nil if the history is switched off. Then nothing is written.
    /// - Throws: `unexpected` if the event cannot be encoded.
    mutating func add(
        _ event: StoredEvent, to entries: inout [CardEntry], replacing replaced: CardEntry? = nil, in changes: inout StoreChanges
    ) throws(WalletCoreError) -> Int64? {
        for index in entries.indices {
            if let replaced {
                entries[index].line = replaced.line ?? replaced.id
                entries[index].lastEvent = replaced.lastEvent
                entries[index].renewedAt = event.date
            } else if event.kind == WalletEvent.Kind.issued.rawValue {
                entries[index].lastEvent = 0
            }
        }
        guard isKept || Self.kindsOfHistory.contains(event.kind) else { return nil }
        let place = reserve(for: &entries, replacing: replaced?.id)
        var event = event
        event.links = place.links
        try changes.set(.event(place.number), to: event)
        return place.number
    }

    /// Adds an event to the history of one card.
    ///
    /// - Returns: as the other `add`.
    /// - Throws: as the other `add`.
    @discardableResult
    mutating func add(
        _ event: StoredEvent, to entry: inout CardEntry, replacing replaced: CardEntry? = nil, in changes: inout StoreChanges
    ) throws(WalletCoreError) -> Int64? {
        var entries = [entry]
        let number = try add(event, to: &entries, replacing: replaced, in: &changes)
        entry = entries[0]
        return number
    }

    /// Adds an event that belongs to the history of no card.
    ///
    /// - Returns: as the other `add`.
    /// - Throws: as the other `add`.
    @discardableResult
    mutating func add(_ event: StoredEvent, in changes: inout StoreChanges) throws(WalletCoreError) -> Int64? {
        var none: [CardEntry] = []
        return try add(event, to: &none, in: &changes)
    }

    /// Gives the next number to an event that is written later: to that of an answer whose outcome is not known. It is given also while the
    /// history is switched off. The event of an answer that is made then is written as an erased one, and belongs to the history of no card.
    ///
    /// - Parameter entries: the cards to whose history the event belongs. Their `lastEvent` changes, unless the history is switched off.
    mutating func reserve(for entries: inout [CardEntry]) -> Reservation { reserve(for: &entries, replacing: nil) }

    private mutating func reserve(for entries: inout [CardEntry], replacing replaced: CardID?) -> Reservation {
        count += 1
        guard isKept else { return Reservation(number: count, links: []) }
        let links = entries.map { entry in
            StoredEvent.Link(card: entry.id, line: entry.line, was: replaced, previous: entry.lastEvent)
        }
        for index in entries.indices { entries[index].lastEvent = count }
        return Reservation(number: count, links: links)
    }

    /// Adds the writes that count the events.
    ///
    /// - Throws: `unexpected` if they cannot be encoded.
    func finish(_ changes: inout StoreChanges) throws(WalletCoreError) {
        guard count > countBefore else { return }
        try changes.set(.eventCount, to: count)
        if !hasLinks { try changes.set(.firstLinkedEvent, to: countBefore + 1) }
    }
}
