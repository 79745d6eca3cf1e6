// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC3.1/1.4: shows all data of the new card for verification.
struct VerifyYourData: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case add, reject
    }

    let preview: IssuancePreview

    let row: Row = "UC3.1/1.4"
    let helpTopic: String? = "UC3.1.data"
    var pieces: [Piece<Action>] {
        [
            .stepBar(.personalData),
            .title("verifyYourData.title"),
            .paragraph("verifyYourData.text"),
            .card(CardFace(preview.card.summary)),
        ] + Piece.claims(preview.card.claims, in: preview.card.summary.zone) + [
            .button(.primary, "verifyYourData.add", row: "UC3.1/1.4a", .add),
            .button(.text, "verifyYourData.reject", row: "UC3.1/1.4b", .reject),
        ]
    }
}
