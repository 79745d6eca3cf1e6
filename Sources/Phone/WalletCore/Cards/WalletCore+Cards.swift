// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
package import WalletInterface

/// The wallet's cards (UC7.1, UC7.2). Nothing of them is read before somebody asks, and no card is opened to show the list.
extension WalletCore {
    /// Observes the cards: what may be seen of them now, then every change. While the wallet is locked nothing may.
    ///
    /// - Throws: `observerPresent`, `platformMissing`, `notInitialized`, a store error.
    package func setCardsStream() throws(WalletCoreError) -> AsyncStream<Cards> {
        let running = try admitted(.setCardsStream)
        let stream = try cardsState.observe()
        showCards(running)
        return stream
    }

    /// Ends the cards stream, if there is one. May be called in any state.
    package func clearCardsStream() {
        cardsState.clear()
    }

    /// A card with all that it holds (UC7.2); nil when there is none of that name.
    ///
    /// A card of which something is stored that cannot be read any more has its summary with the status `corrupted`, and no claims.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func cardDetails(_ id: CardID) throws(WalletCoreError) -> CardDetails? {
        let running = try admitted(.cardDetails)
        guard let entry = try cards(running).first(where: { $0.id == id }) else { return nil }
        try check(entry, running)
        let summary = summary(of: entry, running)
        do throws(WalletCoreError) {
            guard summary.status != .corrupted, let card = try running.store.value(.card(id)) else {
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

    /// Events, the newest first (UC6.1, UC6.2). How many were met on the way that cannot be read any more is told with them.
    ///
    /// - Parameters:
    ///   - card: only those of this card; nil for all. Of one that cannot be read nobody knows whose it was.
    ///   - before: only those with a smaller number; nil begins with the newest.
    ///   - limit: the most events; 1 or more.
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func cardEvents(of card: CardID? = nil, before: Int64? = nil, limit: Int = 50) throws(WalletCoreError) -> CardEvents {
        let running = try admitted(.cardEvents)
        var number = min(before ?? .max, (try running.store.value(.eventCount) ?? 0) + 1) - 1
        var events: [CardEvent] = []
        var unreadable = 0
        while number > 0, events.count < limit {
            defer { number -= 1 }
            do throws(WalletCoreError) {
                guard let stored = try running.store.value(.event(number)), let kind = CardEvent.Kind(rawValue: stored.kind) else {
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

    // MARK: Inside

    /// The list of cards; empty without any. While the wallet is open it is remembered as it was opened and read, for as long as what is sealed in
    /// the store is the same.
    ///
    /// - Throws: a store error.
    func cards(_ running: Running) throws(WalletCoreError) -> [CardEntry] {
        guard let sealed = try running.store.sealedValue(.cards) else { return [] }
        if let cardList, cardList.sealed == sealed { return cardList.entries }
        let entries = try running.store.open(sealed, as: .cards)
        if lockState.value.isOpen { cardList = (sealed, entries) }
        return entries
    }

    /// Tells the observer what may be seen of the cards now. Without one nothing is read.
    func showCards(_ running: Running) {
        guard cardsState.isObserved else { return }
        guard lockState.value.isOpen else { return cardsState.set(.hidden) }
        guard let entries = try? cards(running) else { return cardsState.set(.unreadable) }
        let summaries = entries.map { summary(of: $0, running) }
        cardsState.set(.shown(summaries.filter(\.isPID) + summaries.filter { !$0.isPID }))
    }

    private func summary(of entry: CardEntry, _ running: Running) -> CardSummary {
        let status = cardChecks[entry.id] == false ? .corrupted : entry.status(at: running.bridges.clock.now, maximumAge: maximumStatusAge)
        return entry.summary(as: status)
    }
}

extension CardEntry {
    /// What is written down of something that happens to the card.
    func event(_ kind: CardEvent.Kind, at date: Date) -> StoredEvent {
        StoredEvent(
            kind: kind.rawValue, date: date, card: id,
            cardName: LocalizedText(styles.map { LocalizedText.Entry(locale: $0.locale, text: $0.name) }), issuerName: issuerName)
    }
}
