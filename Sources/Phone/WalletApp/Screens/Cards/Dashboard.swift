// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC7.1/1.1: the cards, and the entrances to all other flows. Flows that are not built have no entry.
struct Dashboard: Screen {
    /// The implemented actions of the design; `more` shows further cards.
    enum Action: Sendable {
        case card(CardID)
        case more, menu, about, help
    }

    /// The number of cards drawn at first, and added each time.
    static let portion = 20

    /// The cards; nil until they are known.
    let cards: [CardSummary]?
    /// The largest number of cards drawn.
    var limit = Self.portion
    /// True if the screen says that the wallet's status is not known yet (status/2).
    var isStatusUnknown = false

    let row: Row = "UC7.1/1.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.menu(row: "UC7.1/1.1e", .menu), .info(row: "UC7.1/1.1f", .about), .help(row: "UC7.1/1.1g", .help)),
            .title("dashboard.title"),
        ] + notices + content
    }

    private var notices: [Piece<Action>] { isStatusUnknown ? [.banner(.info, "dashboard.statusUnknown")] : [] }

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
