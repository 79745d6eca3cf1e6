// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC6.3/2.1: the names of the data of an activity, shared and asked for; no values, because the history keeps none.
struct ActivityData: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case incorrect, help, back
    }

    let event: WalletEvent

    let row: Row = "UC6.3/2.1"
    var pieces: [Piece<Action>] {
        let head: [Piece<Action>] = [
            .topBar(.back(row: "UC6.3/2.1c", .back), .help(row: "UC6.3/2.1b", .help)),
            .title("activityData.title"),
            .paragraph("activityData.text"),
        ]
        return head + shared + asked + incorrect
    }

    private var cards: [SharingEvent.Card] { event.sharing?.cards ?? [] }

    private var shared: [Piece<Action>] {
        guard let sharing = event.sharing, !cards.isEmpty else { return [] }
        return [.heading(sharing.outcome.dataHeading)]
            + cards.flatMap { card -> [Piece<Action>] in
                let count: Text = card.claims.isEmpty ? "sharing.possession" : Text("requestedData.count", .number(card.claims.count))
                let name = card.name.words ?? "sharing.wholeCard"
                return [.state(.card, name, detail: count)] + (card.claims.isEmpty ? [] : [.paragraph(card.claims.words)])
            }
    }

    private var asked: [Piece<Action>] {
        guard let asked = event.sharing?.asked, !asked.isEmpty else { return [] }
        let facts = asked.map { part in
            Fact(cardName(of: part), text: part.claims.words)
        }
        return [.heading("activityData.asked"), .facts(facts)]
    }

    /// The name of the card that answered a part of the request; *a card* if none is known. The type in a request is no word for people.
    private func cardName(of part: AskedData) -> Text {
        let paths = Set(part.claims.map(\.path))
        let card = cards.first { card in card.claims.contains { paths.contains($0.path) } }
        return (card ?? (cards.count == 1 ? cards.first : nil))?.name.words ?? "sharing.wholeCard"
    }

    /// Only data on a card can be mended.
    private var incorrect: [Piece<Action>] {
        guard !cards.isEmpty else { return [] }
        return [.list("activityData.title", .link("cardData.incorrect", icon: .help, row: "UC6.3/2.1a", .incorrect))]
    }
}

extension SharingEvent.Outcome {
    /// The heading that tells the fate of the data.
    fileprivate var dataHeading: Text {
        switch self {
        case .delivered: "activityData.shared"
        case .refused, .mayHaveArrived: "activityData.mayBeShared"
        case .notSent, .stopped, .missing, .blocked, .refusedByWallet, .approvalVoid: "activityData.notShared"
        }
    }
}
