// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC7.2/3.1: advice for incorrect data on the card.
struct DetailsIncorrect: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case back
    }

    /// The card's issuer, who alone can correct it.
    let issuer: LocalizedText

    let row: Row = "UC7.2/3.1"
    let helpTopic: String? = "UC7.2.incorrect"
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
