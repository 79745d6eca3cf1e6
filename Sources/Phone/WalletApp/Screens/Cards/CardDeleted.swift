// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC7.4/1.3: a card is deleted, and its activities that were kept stay.
struct CardDeleted: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case overview, close, help
    }

    let card: CardSummary

    let row: Row = "UC7.4/1.3"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "UC7.4/1.3c", .help)),
            .illustration(.remove),
            .title(Text("cardDeleted.title", .localized(card.localizedName))),
            .paragraph("cardDeleted.text"),
            .button(.primary, "common.toOverview", row: "UC7.4/1.3a", .overview),
            .button(.text, "common.close", row: "UC7.4/1.3b", .close),
        ]
    }
}
