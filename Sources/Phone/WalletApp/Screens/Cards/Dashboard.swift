// SPDX-License-Identifier: EUPL-1.2

import CalendarDays
import Foundation
import PlatformSupport
import WalletInterface

/// UC7.1/1.1: the cards, what the user can do now, and the entrances to all other flows. Flows that are not built have no entry.
struct Dashboard: Screen {
    /// The implemented actions of the design, and those of the next steps; `more` shows further cards.
    enum Action: Sendable {
        case card(CardID)
        /// One of the last activities, by its number.
        case activity(Int64)
        case activities, share, biometrics, practise
        case more, menu, about, help
    }

    /// The number of cards drawn at first, and added each time.
    static let portion = 20

    /// The largest number of cards that are named as in need of attention.
    static let mostUrgent = 3

    /// The largest number of activities.
    static let lastEvents = 3

    /// The cards; nil until they are known.
    let cards: [CardSummary]?
    /// The holders of the drawn cards that name one.
    var holders: [CardID: CardHolder] = [:]
    /// The largest number of cards drawn.
    var limit = Self.portion
    /// The entries below the cards, beyond those that follow from the cards.
    var steps = NextSteps()
    /// True if the screen says that the wallet's status is not known yet (status/2).
    var isStatusUnknown = false
    /// The time zone of the reader.
    var zone: TimeZone = .current

    let row: Row = "UC7.1/1.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.menu(row: "UC7.1/1.1e", .menu), .info(row: "UC7.1/1.1f", .about), .help(row: "UC7.1/1.1g", .help)),
            .title("dashboard.title"),
        ] + notices + content + sharing
    }

    private var notices: [Piece<Action>] { isStatusUnknown ? [.banner(.info, "dashboard.statusUnknown")] : [] }

    /// 1.1b, as soon as the cards are known.
    private var sharing: [Piece<Action>] {
        cards == nil ? [] : [.button(.primary, "dashboard.share", icon: .qrCode, row: "UC7.1/1.1b", .share)]
    }

    private var content: [Piece<Action>] {
        guard let cards else { return [.progress("dashboard.opening")] }
        guard !cards.isEmpty else { return [.illustration(.addingCards, isPaused: true), .paragraph("dashboard.empty")] + activities }
        let faces = cards.prefix(limit).map { CardFace($0, holder: holders[$0.id]) }
        let stack = Piece<Action>.cards(faces, label: "dashboard.cards", row: "UC7.1/1.1d") { .card($0) }
        return [stack] + more(cards.count - faces.count) + nextSteps(for: cards) + activities
    }

    private func more(_ hidden: Int) -> [Piece<Action>] {
        guard hidden > 0 else { return [] }
        return [.list("dashboard.allCards", .link(Text("dashboard.hidden", .number(hidden)), icon: .card, row: "UC7.1/1.1h", .more))]
    }

    /// extra/10a to 10c: the cards that need attention, and one entry for opening the app.
    private func nextSteps(for cards: [CardSummary]) -> [Piece<Action>] {
        var entries: [Piece<Action>.ListEntry] = []
        let urgent = (cards.urgent + cards.filter { steps.renewed.contains($0.id) && !cards.urgent.contains($0) }).prefix(Self.mostUrgent)
        for card in urgent { entries.append(entry(for: card, isOnly: urgent.count == 1)) }
        if let offer = steps.unlocking { entries.append(entry(for: offer)) }
        return entries.isEmpty ? [] : [.heading("dashboard.steps"), .list("dashboard.steps", entries)]
    }

    private func entry(for card: CardSummary, isOnly: Bool) -> Piece<Action>.ListEntry {
        let name = Text.Argument.localized(card.localizedName)
        let label = card.canBeObtainedAgain ? Text("dashboard.again", name) : Text("dashboard.look", name)
        // The day is the phone's, as that of an activity.
        let renewal = steps.renewed.contains(card.id) ? card.renewedAt.map { WrittenDate(CalendarDay($0, in: zone)).unbroken } : nil
        let detail = renewal.map { Text("dashboard.renewed", .day($0)) } ?? Badge(card).text
        return .link(label, detail: detail, icon: .card, row: "extra/10a", target: isOnly ? nil : card.id.text, .card(card.id))
    }

    private func entry(for offer: NextSteps.Unlocking) -> Piece<Action>.ListEntry {
        switch offer {
        case .enable(let kind):
            .link(
                Text("dashboard.biometrics.\(kind.rawValue)"), detail: "dashboard.biometrics.detail", icon: .biometrics(kind),
                row: "extra/10b", .biometrics)
        case .practise:
            .link("dashboard.practise", detail: "dashboard.practise.detail", icon: .lock, row: "extra/10c", .practise)
        }
    }

    /// extra/10d and 1.1c. The last activities need not be of a card.
    private var activities: [Piece<Action>] {
        let last = steps.lastEvents.prefix(Self.lastEvents).map { event -> Piece<Action>.ListEntry in
            .link(
                event.label, detail: event.line(withCard: true, in: zone), icon: event.icon, row: "extra/10d",
                target: String(event.number), .activity(event.number))
        }
        let all = Piece<Action>.ListEntry.link("activities.title", icon: .clock, row: "UC7.1/1.1c", .activities)
        guard !last.isEmpty else { return [.list("activities.title", all)] }
        return [.heading("dashboard.lastActivities"), .list("dashboard.lastActivities", last + [all])]
    }
}
