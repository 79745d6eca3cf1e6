// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// Deletes events, and switches the history off and on. Each change is one transaction.
struct HistoryUpkeep {
    private let context: WalletContext

    init(_ context: WalletContext) { self.context = context }

    /// Replaces an event by a row that has only links, so that the events before it are still found. The earlier bytes are overwritten.
    /// A missing or damaged row is replaced too, by one without links. A number that no event can have, and an event that was deleted or
    /// tells of the history itself, is left as it is.
    ///
    /// - Throws: `sharing(.busy)` for the event of an answer that is not settled; a store error.
    func delete(_ number: Int64) throws(WalletCoreError) {
        let reader = try HistoryReader(context.store)
        guard reader.counts(number) else { return }
        guard reader.sending?.number != number else {
            throw WalletCoreError(.sharing(.busy), "the answer of the event is not settled")
        }
        let stored = try reader.read(number).stored
        // The events about the history itself stay, so that its gaps can be seen.
        guard stored?.isErased != true, stored.flatMap({ WalletEvent.Kind(rawValue: $0.kind) })?.isDeletable != false else { return }
        let erased = try reader.erased(number, try links(of: stored, number, reader))
        try context.store.change { changes throws(WalletCoreError) in try changes.set(.event(number), to: erased) }
    }

    /// Deletes all events but that of an answer that is not settled, and adds the event that tells of it.
    ///
    /// - Throws: a store error, after which all events are there.
    func deleteAll() throws(WalletCoreError) {
        let reader = try HistoryReader(context.store)
        let start = reader.sending?.number ?? reader.newest + 1
        // Other numbers than those before the start stay in use, so their rows stay too.
        var later: [(number: Int64, erased: StoredEvent)] = []
        var number = start + 1
        while number <= reader.newest {
            let stored = try reader.read(number).stored
            later.append((number, StoredEvent.erased(try links(of: stored, number, reader))))
            number += 1
        }
        let event = StoredEvent(.historyErased, at: context.trueNow)
        var writer = try EventWriter(context.store)
        try context.store.change { changes throws(WalletCoreError) in
            for number in reader.oldest..<max(start, reader.oldest) { changes.remove(.event(number)) }
            for row in later { try changes.set(.event(row.number), to: row.erased) }
            try changes.set(.historyStart, to: start)
            try writer.add(event, in: &changes)
            try writer.finish(&changes)
        }
    }

    /// The links that an erased row needs. An event of an earlier version of the app gets them now.
    private func links(
        of stored: StoredEvent?, _ number: Int64, _ reader: HistoryReader
    ) throws(WalletCoreError) -> [StoredEvent.Link] {
        guard let stored else { return [] }
        if let links = stored.links { return links }
        var links: [StoredEvent.Link] = []
        for card in stored.cards where !links.contains(where: { $0.card == card }) {
            let isRenewal = stored.kind == WalletEvent.Kind.renewed.rawValue
            links.append(StoredEvent.Link(card: card, was: isRenewal ? try reader.predecessor(of: card, before: number) : nil))
        }
        return links
    }

    // MARK: The switch

    /// False while the history is switched off.
    var isKept: Bool { get throws(WalletCoreError) { try EventWriter(context.store).isKept } }

    /// Switches the history off or on, and adds the event that tells of it. Does nothing if it is already so.
    ///
    /// - Throws: a store error, after which nothing has changed.
    func keep(_ isKept: Bool) throws(WalletCoreError) {
        var writer = try EventWriter(context.store)
        guard writer.isKept != isKept else { return }
        let event = StoredEvent(isKept ? .historyOn : .historyOff, at: context.trueNow)
        try context.store.change { changes throws(WalletCoreError) in
            if isKept { changes.remove(.historyOff) } else { try changes.set(.historyOff, to: true) }
            try writer.add(event, in: &changes)
            try writer.finish(&changes)
        }
    }
}
