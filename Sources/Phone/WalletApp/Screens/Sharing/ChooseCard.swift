// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1/10.3: the cards that fit at a place, and what each would share.
struct ChooseCard: Screen {
    /// The actions that the design lists. Each carries the whole choice that follows.
    enum Action: Sendable {
        case card(SharingChoice)
        case none(SharingChoice)
        case close
    }

    let offer: SharingOffer
    let choice: SharingChoice
    let place: SharingPlace

    let row: Row = "UC5.1/10.3"
    let style = ScreenStyle.sheet
    var pieces: [Piece<Action>] {
        [
            .title("chooseCard.title"),
            .list("chooseCard.title", cards + none),
            .button(.text, "common.close", row: "UC5.1/10.3b", .close),
        ]
    }

    private var cards: [Piece<Action>.ListEntry] {
        offer.alternatives(at: place, of: choice).map { answer in
            let names = answer.cards.map { card in
                Text("chooseCard.shares", .texts([card.summary.name], separator: ""), .texts([card.names], separator: ""))
            }
            let label = Text("value.text", .texts(answer.cards.map(\.summary.name), separator: ", "))
            let detail = answer.cards.count == 1 ? answer.cards[0].names : Text("value.text", .texts(names, separator: "\n"))
            return .option(
                label, detail: detail, isChosen: answer.isChosen, row: "UC5.1/10.3a", target: answer.target, .card(answer.choice))
        }
    }

    private var none: [Piece<Action>.ListEntry] {
        offer.withoutAnswer(at: place, of: choice).map { [.option("chooseCard.none", row: "UC5.1/10.3c", .none($0))] } ?? []
    }
}
