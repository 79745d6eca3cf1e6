// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC7.2/1.1: one card, how it is, and what can be done with it.
struct CardOverview: Screen {
    /// What the design lists, as far as it is built.
    enum Action: Sendable {
        case details, activities, issuer, help, back
    }

    /// The card.
    let card: CardDetails

    let row: Row = "UC7.2/1.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC7.2/1.1g", .back), .help(row: "UC7.2/1.1d", .help)),
            .title(card.summary.name),
            .card(CardFace(card)),
        ] + Piece.advice(on: card.summary.status) + validity + [
            .list(
                card.summary.name,
                .link("cardData.title", icon: .card, row: "UC7.2/1.1a", .details),
                .link("cardActivities.title", icon: .clock, row: "UC7.2/1.1b", .activities),
                .link(
                    "cardOverview.issuer", detail: Text("value.text", .localized(card.summary.issuerName)), icon: .info,
                    row: "UC7.2/1.1c", .issuer))
        ]
    }

    /// What the date on a card that is simply valid means; every other status has its own advice.
    private var validity: [Piece<Action>] {
        card.summary.status == .valid && card.summary.expiresAt != nil ? [.paragraph("cardOverview.validity")] : []
    }
}

extension Piece {
    /// What a person should know of how the card is.
    static func advice(on status: CardStatus) -> [Piece] { status.advice.map { [.banner($0.kind, $0.text)] } ?? [] }
}
