// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// The history of one card. Each event names the one before, so that 50 of 10,000 events are 50 rows.
extension HistoryReader {
    /// The end of a page of a card's history, where the next page goes on.
    struct PageEnd {
        let card: CardID
        /// The number of the row to read next.
        let next: Int64
        /// With all cards that the rows so far have named.
        let line: CardLine
    }

    /// The events of a card and of those that it replaced, newest first.
    ///
    /// Events of earlier versions of the app have no links, and a damaged row has none. From there on every older event is read, until one
    /// of the card names the one before again. Then the count includes all unreadable ones, for it is not known what they are about.
    ///
    /// - Parameters:
    ///   - entry: of the card; nil if the wallet does not have it any more.
    ///   - pageEnds: of the pages that were read, by the numbers of their last events. Those of another card are dropped.
    /// - Throws: a store error other than damage.
    func events(
        of card: CardID, _ entry: CardEntry?, before: Int64?, limit: Int, after pageEnds: inout [Int64: PageEnd]
    ) throws(WalletCoreError) -> WalletEvents {
        var line = CardLine(card, entry)
        let end = before ?? .max
        var number: Int64
        if let before, let pageEnd = pageEnds[before], pageEnd.card == card {
            line = pageEnd.line
            number = pageEnd.next
        } else {
            number = try start(&line, entry, before: before)
        }
        var events: [WalletEvent] = []
        var unreadable = 0
        while counts(number), events.count < limit {
            let reading = try read(number)
            let place = reading.stored.flatMap { line.place(of: $0) }
            if number < end {
                if let event = reading.event, place != nil, event.isOfCards { events.append(event) }
                if reading.isUnreadable { unreadable += 1 }
            }
            number = next(after: number, reading.stored, place)
        }
        if let last = events.last {
            pageEnds = pageEnds.filter { $0.value.card == card }
            pageEnds[last.number] = PageEnd(card: card, next: number, line: line)
        }
        return WalletEvents(events, unreadableCount: unreadable)
    }

    /// The number to read first. It can be one after those that were asked for.
    private func start(_ line: inout CardLine, _ entry: CardEntry?, before: Int64?) throws(WalletCoreError) -> Int64 {
        if let before, counts(before) {
            // The last event of the page before names the first of this one, or all older ones are read from there.
            var known = line
            let stored = try read(before).stored
            if let stored, let place = known.place(of: stored) {
                line = known
                return next(after: before, stored, place)
            }
        }
        guard let entry else { return newest(before: before) }
        // No event with links is about a card that names none.
        return min(entry.lastEvent ?? firstUnlinked, newest)
    }

    /// The number of the newest event that can be without links.
    private var firstUnlinked: Int64 { min(firstLinked ?? .max, newest + 1) - 1 }

    /// The number of the next older event to read; 0 if there is none.
    ///
    /// - Parameters:
    ///   - number: of the event that was read last.
    ///   - stored: its row; nil if it cannot be read.
    ///   - place: of that event; nil if it is not about the card, or cannot be read.
    private func next(after number: Int64, _ stored: StoredEvent?, _ place: CardLine.Place?) -> Int64 {
        switch place {
        // A number that is not smaller would never end.
        case .linked(previous: let previous?)? where previous < number: max(previous, 0)
        case .linked(previous: .none)?: min(number - 1, firstUnlinked)
        // The rows between may name a card of the line, unless they are without links.
        case nil where stored?.links?.isEmpty == true: Self.next(after: number, stored)
        case .linked?, .unlinked?, nil: number - 1
        }
    }

    /// The replaced card of a renewal, which events of earlier versions of the app do not name.
    ///
    /// - Parameter number: of the event of the renewal.
    /// - Returns: nil if no older event can be read.
    /// - Throws: a store error other than damage.
    func predecessor(of card: CardID, before number: Int64) throws(WalletCoreError) -> CardID? {
        var number = number - 1
        while counts(number) {
            if let other = try read(number).stored?.cards.first(where: { $0 != card }) { return other }
            number -= 1
        }
        return nil
    }
}

extension WalletEvent {
    /// True if the history of a card shows the event: data of the card that have not left the phone are in the history of the wallet only.
    fileprivate var isOfCards: Bool {
        switch kind {
        case .issued, .renewed, .revoked, .deleted: true
        case .shared: sharing?.outcome.hasLeft ?? true
        case .problemReported, .deletionAsked, .pinChanged, .newPIN, .biometricsOn, .biometricsOff, .historyErased, .historyOff, .historyOn:
            false
        }
    }
}
