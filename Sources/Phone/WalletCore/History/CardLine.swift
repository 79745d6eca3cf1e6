// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// The cards whose events are one history: a card, and those that it replaced. Events are shown to it newest first.
struct CardLine {
    /// The place of an event in the history of the card.
    enum Place: Equatable {
        /// The event names the one before; 0 for none, nil if it is not known.
        case linked(previous: Int64?)
        /// The event names none.
        case unlinked
    }

    /// The first card; nil if the wallet does not have the last one any more.
    private let first: CardID?
    private var cards: Set<CardID>
    /// True after an event of a renewal that does not name the replaced card.
    private var isPredecessorMissing = false

    init(_ card: CardID, _ entry: CardEntry?) {
        first = entry.map { $0.line ?? $0.id }
        cards = Set([card, first].compactMap(\.self))
    }

    /// The place of an event; nil if it is not in the history of the card.
    mutating func place(of event: StoredEvent) -> Place? {
        findPredecessor(in: event)
        guard let links = event.links else {
            guard event.cards.contains(where: cards.contains) else { return nil }
            isPredecessorMissing = event.kind == WalletEvent.Kind.renewed.rawValue
            return .unlinked
        }
        guard let link = links.first(where: belongs) else { return nil }
        cards.formUnion([link.card, link.line, link.was].compactMap(\.self))
        return .linked(previous: link.previous)
    }

    /// True if the link is of one of the cards. The event with which another card replaced one of them is the last of its history.
    private func belongs(_ link: StoredEvent.Link) -> Bool {
        cards.contains(link.card) || link.was.map(cards.contains) ?? false || (link.line ?? link.card) == first
    }

    /// Earlier versions of the app had one card at a time, so the card that was replaced is that of the next older event.
    private mutating func findPredecessor(in event: StoredEvent) {
        guard isPredecessorMissing, event.links == nil || event.isErased, let other = event.cards.first(where: { !cards.contains($0) })
        else { return }
        cards.insert(other)
        isPredecessorMissing = false
    }
}

extension StoredEvent {
    /// The cards that the event is about, at the time of the event.
    var cards: [CardID] {
        if let links { return links.map(\.card) }
        return ([card].compactMap(\.self) + (sharing?.cards.map(\.card) ?? [])).filter { !$0.text.isEmpty }
    }
}
