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
                guard !card.standsForOthers else { return [.paragraph(card.label)] }
                let count: Text = card.claims.isEmpty ? "sharing.possession" : Text("requestedData.count", .number(card.claims.count))
                return [.state(.card, card.label, detail: count)] + (card.claims.isEmpty ? [] : [.paragraph(card.claims.words)])
            }
    }

    private var asked: [Piece<Action>] {
        guard let asked = event.sharing?.asked, !asked.isEmpty else { return [] }
        // The type in a request is no word for people.
        let facts = zip(asked, answers(to: asked)).map { part, card in
            Fact(card?.label ?? "sharing.wholeCard", text: part.claims.words)
        }
        return [.heading("activityData.asked"), .facts(facts)]
    }

    /// The cards that answered the parts of the request, in the order of the parts; nil where none is known. A card counts for one part only,
    /// the one with which it has the most names in common: another part with some of them could be one that nothing answered.
    private func answers(to asked: [AskedData]) -> [SharingEvent.Card?] {
        var left = cards.filter { !$0.standsForOthers }
        if asked.count == 1, left.count == 1 { return [left[0]] }
        var answers = asked.map { _ in SharingEvent.Card?.none }
        while true {
            let pairs = asked.indices.filter { answers[$0] == nil }.flatMap { part in
                left.indices.map { (part: part, card: $0, common: left[$0].commonNames(with: asked[part])) }
            }
            // Of equals, the first part and card.
            guard let most = pairs.map(\.common).max(), most > 0, let best = pairs.first(where: { $0.common == most }) else {
                return answers
            }
            answers[best.part] = left.remove(at: best.card)
        }
    }

    /// Only data on a card can be mended.
    private var incorrect: [Piece<Action>] {
        guard !cards.isEmpty else { return [] }
        return [.list("activityData.title", .link("cardData.incorrect", icon: .help, row: "UC6.3/2.1a", .incorrect))]
    }
}

extension SharingEvent.Card {
    /// The number of names that were asked for in a part of the request, and are in the answer.
    fileprivate func commonNames(with part: AskedData) -> Int {
        Set(claims.map(\.path)).intersection(part.claims.filter { !$0.standsForOthers }.map(\.path)).count
    }
}
