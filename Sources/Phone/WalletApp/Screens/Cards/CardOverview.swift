// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC7.2/1.1: one card, its status and its actions.
struct CardOverview: Screen {
    /// The implemented actions of the design, and one to get the card again.
    enum Action: Sendable {
        case details, activities, issuer, help, back, again
    }

    let card: CardDetails

    let row: Row = "UC7.2/1.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC7.2/1.1g", .back), .help(row: "UC7.2/1.1d", .help)),
            .title(card.summary.name),
            .card(CardFace(card)),
        ] + Piece<Action>.advice(on: card.summary, again: .again) + validity + [
            .list(
                card.summary.name,
                .link("cardData.title", icon: .card, row: "UC7.2/1.1a", .details),
                .link("cardActivities.title", icon: .clock, row: "UC7.2/1.1b", .activities),
                .link(
                    "cardOverview.issuer", detail: Text("value.text", .localized(card.summary.issuerName)), icon: .info,
                    row: "UC7.2/1.1c", .issuer))
        ]
    }

    /// Explains the date on a valid card; every other status has its own advice.
    private var validity: [Piece<Action>] {
        card.summary.status == .valid && card.summary.expiresAt != nil ? [.paragraph("cardOverview.validity")] : []
    }
}

extension Piece {
    /// Advice on a card's status and, if the card can be obtained again, the control for that.
    static func advice(on card: CardSummary, again: Action) -> [Piece] {
        let banner: [Piece] = card.advice.map { [.banner($0.kind, $0.text)] } ?? []
        guard card.canBeObtainedAgain else { return banner }
        return banner + [.button(.primary, "cardOverview.again", row: "extra/6a", again)]
    }
}
