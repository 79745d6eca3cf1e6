// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import WalletInterface

/// The signals of the cards. They outlive every wallet.
struct CardSignals: Sendable {
    /// The cards that may be seen.
    let cards = ObservedValue(Cards.hidden)
    /// Wakes the task that checks whether stored cards can be read.
    let checkTimer = RestartableTimer()
    /// Wakes the task that asks for the cards' statuses.
    let statusTimer = RestartableTimer()
}

/// The wallet's cards: the list, its details and events, and what is known of each card. No card is opened to show the list.
final class CardShelf {
    let context: WalletContext
    let signals: CardSignals
    let lock: LockKeeper

    /// The list as it was read last, and the bytes that it was sealed in. Only while the wallet is open.
    private(set) var list: (sealed: Data, entries: [CardEntry])?
    /// Whether everything that is stored of a card can be read, for each card that was checked in this process.
    var checks: [CardID: Bool] = [:]
    /// The status lists that were fetched, by their address.
    var statusLists: [String: CachedStatusList] = [:]

    init(_ context: WalletContext, _ signals: CardSignals, _ lock: LockKeeper) {
        self.context = context
        self.signals = signals
        self.lock = lock
    }

    /// The list of cards; empty without any. While the wallet is open it is remembered, for as long as the sealed bytes in the store are the same.
    ///
    /// - Throws: a store error.
    func entries() throws(WalletCoreError) -> [CardEntry] {
        guard let sealed = try context.store.sealedValue(.cards) else { return [] }
        if let list, list.sealed == sealed { return list.entries }
        let entries = try context.store.open(sealed, as: .cards)
        if lock.isOpen { list = (sealed, entries) }
        return entries
    }

    // MARK: The observer

    /// Shows the observer the cards that may be seen now. Without an observer nothing is read.
    func show() {
        guard context.isPresent, signals.cards.isObserved else { return }
        guard lock.isOpen else { return signals.cards.set(.hidden) }
        guard let entries = try? entries() else { return signals.cards.set(.unreadable) }
        let summaries = entries.map(summary)
        signals.cards.set(.shown(summaries.filter(\.isPID) + summaries.filter { !$0.isPID }))
    }

    /// Hides all cards and forgets the list.
    func hide() {
        list = nil
        signals.cards.set(.hidden)
    }

    /// Shows the cards after an unlock; they are checked, and their statuses asked for.
    func noteUnlocked() {
        wake()
        show()
    }

    /// Shows a changed list. The statuses of its new cards are asked for at once, not with the next unlock.
    func noteChange(to entries: [CardEntry]) {
        show()
        keepStatusLists(of: entries)
        wake()
    }

    private func wake() {
        for timer in [signals.statusTimer, signals.checkTimer] { timer.wake() }
    }

    private func summary(of entry: CardEntry) -> CardSummary {
        let status = checks[entry.id] == false ? .corrupted : entry.status(at: context.now, maximumAge: context.maximumStatusAge)
        return entry.summary(as: status)
    }

    // MARK: Details and events

    /// A card with everything that it holds; nil when there is no card with that name.
    ///
    /// - Throws: a store error.
    func details(_ id: CardID) throws(WalletCoreError) -> CardDetails? {
        guard let entry = try entries().first(where: { $0.id == id }) else { return nil }
        try check(entry)
        let summary = summary(of: entry)
        do throws(WalletCoreError) {
            guard summary.status != .corrupted, let card = try context.store.value(.card(id)) else {
                throw WalletCoreError(.storeDamaged, "a card is damaged")
            }
            return CardDetails(
                summary: summary, pictures: card.pictures, claims: CardClaims.claims(of: try card.claimsObject, names: card.names),
                issuer: card.issuer)
        } catch {
            guard error.code == .storeDamaged else { throw error }
            return CardDetails(
                summary: entry.summary(as: .corrupted), pictures: [], claims: [],
                issuer: CardIssuer(identifier: "", name: entry.issuerName, logo: nil, certifiedName: nil))
        }
    }

    /// Events, the newest first, with the number of events that were met on the way and cannot be read any more.
    ///
    /// - Throws: a store error.
    func events(of card: CardID?, before: Int64?, limit: Int) throws(WalletCoreError) -> CardEvents {
        var number = min(before ?? .max, (try context.store.value(.eventCount) ?? 0) + 1) - 1
        var events: [CardEvent] = []
        var unreadable = 0
        while number > 0, events.count < limit {
            defer { number -= 1 }
            do throws(WalletCoreError) {
                guard let stored = try context.store.value(.event(number)), let kind = CardEvent.Kind(rawValue: stored.kind) else {
                    throw WalletCoreError(.storeDamaged, "an event is missing")
                }
                guard card == nil || stored.card == card else { continue }
                events.append(
                    CardEvent(
                        number: number, kind: kind, date: stored.date, card: stored.card, cardName: stored.cardName,
                        issuerName: stored.issuerName))
            } catch {
                guard error.code == .storeDamaged else { throw error }
                unreadable += 1
            }
        }
        return CardEvents(events, unreadableCount: unreadable)
    }
}

extension CardEntry {
    /// The stored event for something that happens to the card.
    func event(_ kind: CardEvent.Kind, at date: Date) -> StoredEvent {
        StoredEvent(
            kind: kind.rawValue, date: date, card: id,
            cardName: LocalizedText(styles.map { LocalizedText.Entry(locale: $0.locale, text: $0.name) }), issuerName: issuerName)
    }
}
