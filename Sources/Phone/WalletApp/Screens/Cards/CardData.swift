// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC7.2/2.1: all data on a card.
struct CardData: Screen {
    /// The actions that the design lists, and one to get the card again.
    enum Action: Sendable {
        case incorrect, help, back, again
    }

    let card: CardDetails

    let row: Row = "UC7.2/2.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC7.2/2.1c", .back), .help(row: "UC7.2/2.1b", .help)),
            .title("cardData.title"),
            .paragraph(card.summary.name),
        ] + Piece<Action>.advice(on: card.summary, again: .again) + Piece.claims(card.claims, in: card.summary.zone) + [
            .list(card.summary.name, .link("cardData.incorrect", icon: .help, row: "UC7.2/2.1a", .incorrect))
        ]
    }
}
