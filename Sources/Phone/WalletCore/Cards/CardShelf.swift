// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import WalletInterface

/// The signals of the cards. They outlive every wallet.
struct CardSignals: Sendable {
    let cards = ObservedValue(Cards.hidden)
    /// Wakes the task that checks that stored cards can be read.
    let checkTimer = RestartableTimer()
    /// Wakes the task that fetches the cards' statuses.
    let statusTimer = RestartableTimer()
}

/// The wallet's cards: entries, details, events and known statuses. The list of cards is read without opening any card.
final class CardShelf {
    let context: WalletContext
    let signals: CardSignals
    let lock: LockKeeper

    /// The entries that were last read, and their sealed bytes, by name. Empty while the wallet is locked.
    private(set) var decoded: [String: (sealed: Data, entry: CardEntry)] = [:]
    /// The ends of the pages of a card's history that were read, by the numbers of their last events. Empty while the wallet is locked.
    var pageEnds: [Int64: HistoryReader.PageEnd] = [:]
    /// For each card that was checked in this process: true if all its stored rows can be read.
    var checks: [CardID: Bool] = [:]
    /// The fetched status lists, by address.
    var statusLists: [String: CachedStatusList] = [:]

    init(_ context: WalletContext, _ signals: CardSignals, _ lock: LockKeeper) {
        self.context = context
        self.signals = signals
        self.lock = lock
    }

    /// The entries of all cards, in the order of their issuance. While the wallet is unlocked, an entry stays decoded as long as the sealed
    /// bytes in the store are the same.
    ///
    /// - Throws: a store error.
    func entries() throws(WalletCoreError) -> [CardEntry] {
        var read: [String: (sealed: Data, entry: CardEntry)] = [:]
        for row in try context.store.sealedValues(in: .cardEntry) {
            if let known = decoded[row.name], known.sealed == row.sealed {
                read[row.name] = known
            } else {
                read[row.name] = (row.sealed, try context.store.open(row.sealed, as: .cardEntry(CardID(row.name))) { CardEntry(row: $0) })
            }
        }
        if lock.isOpen { decoded = read }
        return read.values.map(\.entry).sorted { ($0.issuedAt, $0.id.text) < ($1.issuedAt, $1.id.text) }
    }

    /// The entry of a card; nil if there is no card with that ID.
    ///
    /// - Throws: a store error.
    func entry(_ id: CardID) throws(WalletCoreError) -> CardEntry? {
        guard let sealed = try context.store.sealedValue(.cardEntry(id)) else { return nil }
        return try context.store.open(sealed, as: .cardEntry(id)) { CardEntry(row: $0) }
    }

    // MARK: The observer

    /// Publishes the visible cards. Reads nothing if there is no observer.
    func show() {
        guard context.isPresent, signals.cards.isObserved else { return }
        guard lock.isOpen else { return signals.cards.set(.hidden) }
        guard let entries = try? entries() else { return signals.cards.set(.unreadable) }
        let summaries = entries.map(summary)
        signals.cards.set(.shown(summaries.filter(\.isPID) + summaries.filter { !$0.isPID }))
    }

    /// Hides all cards and forgets their entries.
    func hide() {
        decoded = [:]
        pageEnds = [:]
        signals.cards.set(.hidden)
    }

    /// Publishes the cards after an unlock, and wakes their checks and status requests.
    func noteUnlocked() {
        wake()
        show()
    }

    /// Publishes changed cards, and fetches the statuses of new ones immediately.
    func noteChange() {
        show()
        keepStatusLists(of: (try? entries()) ?? [])
        wake()
    }

    private func wake() {
        for timer in [signals.statusTimer, signals.checkTimer] { timer.wake() }
    }

    /// The card as the dashboard shows it now.
    func summary(of entry: CardEntry) -> CardSummary {
        let status = checks[entry.id] == false ? .corrupted : entry.status(at: context.trueNow, maximumAge: context.maximumStatusAge)
        return entry.summary(as: status, in: context.issuerZone)
    }

    // MARK: Details

    /// A card with all its contents; nil if there is no card with that ID.
    ///
    /// - Throws: a store error.
    func details(_ id: CardID) throws(WalletCoreError) -> CardDetails? {
        guard let entry = try entry(id) else { return nil }
        try check(entry)
        let summary = summary(of: entry)
        do throws(WalletCoreError) {
            guard summary.status != .corrupted, let card = try context.store.value(.card(id)) else {
                throw WalletCoreError(.storeDamaged, "a card is damaged")
            }
            return CardDetails(
                summary: summary, pictures: card.pictures.map(\.shown),
                claims: CardClaims.claims(of: try card.claimsObject, names: card.names), issuer: card.issuer.shown)
        } catch {
            guard error.code == .storeDamaged else { throw error }
            return CardDetails(
                summary: entry.summary(as: .corrupted, in: context.issuerZone), pictures: [], claims: [],
                issuer: CardIssuer(identifier: "", name: entry.issuerName.shown, logo: nil, certifiedName: nil))
        }
    }
}
