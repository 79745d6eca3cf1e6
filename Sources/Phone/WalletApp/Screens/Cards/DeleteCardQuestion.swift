// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC7.4/1.1: asks to confirm the deletion of a card, and says what is lost and what stays.
struct DeleteCardQuestion: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case delete, cancel
    }

    let card: CardSummary

    let row: Row = "UC7.4/1.1"
    let style = ScreenStyle.prompt
    var pieces: [Piece<Action>] {
        [
            .title(Text("deleteCard.title", .localized(card.localizedName))),
            .paragraph(Text("deleteCard.text", .localized(card.issuerName))),
            .paragraph("deleteCard.activities"),
            .button(.destructive, "wipeAppData.delete", row: "UC7.4/1.1a", .delete),
            .button(.text, "common.cancel", row: "UC7.4/1.1b", leadsBack: true, .cancel),
        ]
    }
}
