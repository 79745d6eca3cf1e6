// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1/5.1, UC5.2/5.1, UC6.3/3.1: who can correct the data on each card.
struct DataNotRight: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case back
    }

    private let rows: PageRows
    /// The issuers, by the name of the card.
    private let issuers: [Fact]

    /// The cards of a choice.
    init(offer: SharingOffer, choice: SharingChoice) {
        rows = PageRows(isLogin: offer.isLogin)
        issuers = offer.cards(of: choice).map {
            Fact($0.summary.name, text: Text("value.text", .localized($0.summary.issuerName)))
        }
    }

    /// The cards of an activity, as they were at that time.
    init(event: WalletEvent) {
        rows = .activity
        issuers = (event.sharing?.cards ?? []).filter { !$0.standsForOthers }.map { card in
            Fact(card.label, text: event.issuerName(of: card) ?? "dataNotRight.unknown")
        }
    }

    var row: Row { rows.row(.notRight) }
    var helpTopic: String? { rows.isRequest ? "UC5.1.incorrect" : "UC7.2.incorrect" }
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: rows.row(.notRight, "a"), .back)),
            .title("dataNotRight.title"),
            .paragraph("dataNotRight.text"),
            .facts(issuers),
            .paragraph("dataNotRight.after"),
        ]
    }
}

extension WalletEvent {
    /// The name of the issuer of a card that was shared from; nil if it was not kept.
    fileprivate func issuerName(of card: SharingEvent.Card) -> Text? {
        card.issuerName.words ?? (self.card?.id == card.id ? self.card?.issuer.name.words : nil)
    }
}
