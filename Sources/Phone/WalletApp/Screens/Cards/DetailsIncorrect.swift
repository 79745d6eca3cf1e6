// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC7.2/3.1: what to do when something on the card is wrong.
struct DetailsIncorrect: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case back
    }

    /// The card's issuer, which alone can change it.
    let issuer: LocalizedText

    let row: Row = "UC7.2/3.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC7.2/3.1a", .back)),
            .illustration(.contact),
            .title("detailsIncorrect.title"),
            .paragraph(Text("detailsIncorrect.text", .localized(issuer))),
            .paragraph("detailsIncorrect.after"),
        ]
    }
}
