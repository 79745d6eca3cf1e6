// SPDX-License-Identifier: EUPL-1.2

import WalletCore

/// UC7.2/1.1: one card, how it is, and what can be done with it.
struct CardOverview: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case details, activities, issuer, replace, delete, help, back
    }

    /// The card.
    let card: CardDetails

    let row: Row = "UC7.2/1.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC7.2/1.1g", .back), .help(row: "UC7.2/1.1d", .help)),
            .title(card.summary.name),
            .card(CardFace(card)),
        ] + Piece.advice(on: card.summary.status) + [
            .list(
                card.summary.name,
                .link("cardData.title", icon: .card, row: "UC7.2/1.1a", .details),
                .link("cardActivities.title", icon: .clock, row: "UC7.2/1.1b", .activities),
                .link(
                    "cardOverview.issuer", detail: Text("value.text", .localized(card.summary.issuerName)), icon: .info,
                    row: "UC7.2/1.1c", .issuer)),
            card.summary.isPID
                ? .button(.secondary, "cardOverview.replace", row: "UC7.2/1.1e", .replace)
                : .button(.destructive, "cardOverview.delete", row: "UC7.2/1.1f", .delete),
        ]
    }
}

extension Piece {
    /// What a person should know of how the card is.
    static func advice(on status: CardStatus) -> [Piece] { status.advice.map { [.banner($0.kind, $0.text)] } ?? [] }
}
