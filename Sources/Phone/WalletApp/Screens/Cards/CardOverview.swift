// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC7.2/1.1: one card, its status and its actions.
struct CardOverview: Screen {
    /// The implemented actions of the design, and one to get the card again.
    enum Action: Sendable {
        case details, activities, issuer, deletion, help, back, again
    }

    let card: CardDetails

    let row: Row = "UC7.2/1.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC7.2/1.1g", .back), .help(row: "UC7.2/1.1d", .help)),
            .title(card.summary.name),
            .card(CardFace(card)),
        ] + Piece<Action>.advice(on: card.summary, again: .again) + validity + copies + lists
    }

    /// The number of copies below which the overview names it.
    static let fewCopies = 4

    /// How often the card can at least still be used, once that is seldom.
    private var copies: [Piece<Action>] {
        let summary = card.summary
        guard [.valid, .expiresSoon].contains(summary.status), let left = summary.copiesLeft, left < Self.fewCopies else { return [] }
        guard left == 0 else { return [.banner(.info, Text("cardOverview.copies", .number(left)))] }
        return [.banner(.warn, summary.isPID ? "cardOverview.noCopies" : "cardOverview.noCopies.other")]
    }

    private var lists: [Piece<Action>] { [.list(card.summary.name, links)] + deletion }

    private var links: [Piece<Action>.ListEntry] {
        var links: [Piece<Action>.ListEntry] = [
            .link("cardData.title", icon: .card, row: "UC7.2/1.1a", .details),
            .link("activities.card", icon: .clock, row: "UC7.2/1.1b", .activities),
            .link(
                "cardOverview.issuer", detail: Text("value.text", .localized(card.summary.issuerName)), icon: .info, row: "UC7.2/1.1c",
                .issuer),
        ]
        if card.summary.canBeObtainedAgainEarly { links.append(.link("cardOverview.again", icon: .retry, row: "extra/6a", .again)) }
        return links
    }

    /// 1.1f, for every card but the identity card.
    private var deletion: [Piece<Action>] {
        guard !card.summary.isPID else { return [] }
        return [.list("deleteCard.link", .deletion("deleteCard.link", detail: "deleteCard.detail", row: "UC7.2/1.1f", .deletion))]
    }

    /// Names the last day of a valid card; every other status has its own advice.
    private var validity: [Piece<Action>] {
        guard card.summary.status == .valid, let day = card.summary.lastDay else { return [] }
        let key = card.summary.canBeObtainedAgainEarly ? "cardOverview.validity.again" : "cardOverview.validity"
        return [.paragraph(Text(key, .day(WrittenDate(day))))]
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
