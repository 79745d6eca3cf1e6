// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC7.1/1.1: the cards, and where everything else is reached. Entries of flows that are not built are not there.
struct Dashboard: Screen {
    /// What the design lists, as far as it is built; `more` shows further cards of many.
    enum Action: Sendable {
        case card(CardID)
        case more, menu, about, help
    }

    /// How many cards are drawn at first, and how many more at a time.
    static let portion = 20

    /// The cards; nil while they are not known yet.
    let cards: [CardSummary]?
    /// The most cards that are drawn.
    var limit = Self.portion

    let row: Row = "UC7.1/1.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.menu(row: "UC7.1/1.1e", .menu), .help(row: "UC7.1/1.1g", .help), .info(row: "UC7.1/1.1f", .about)),
            .title("dashboard.title"),
        ] + content
    }

    private var content: [Piece<Action>] {
        guard let cards else { return [.progress("dashboard.opening")] }
        guard !cards.isEmpty else { return [.illustration(.addingCards, isPaused: true), .paragraph("dashboard.empty")] }
        let faces = cards.prefix(limit).map { CardFace($0) }
        let hidden = cards.count - faces.count
        return [.cards(faces, label: "dashboard.cards", row: "UC7.1/1.1d") { .card($0) }]
            + (hidden > 0
                ? [.list("dashboard.allCards", .link(Text("dashboard.hidden", .number(hidden)), icon: .card, row: "UC7.1/1.1h", .more))]
                : [])
    }
}
