// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1/4.2, UC5.1/10.2, UC5.2/4.2: how much of each card would be shared, with the values.
struct RequestedData: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case swap(SharingPlace)
        case incorrect, help, back
    }

    let offer: SharingOffer
    let choice: SharingChoice

    var row: Row { rows.row(step) }
    var pieces: [Piece<Action>] {
        let letters = canSwap ? (incorrect: "b", help: "c", back: "d") : (incorrect: "a", help: "b", back: "c")
        let bar: [Piece<Action>] = [
            .topBar(.back(row: rows.row(step + letters.back), .back), .help(row: rows.row(step + letters.help), .help)),
            .title("requestedData.title"),
        ]
        let link = Piece<Action>.ListEntry.link("cardData.incorrect", icon: .help, row: rows.row(step + letters.incorrect), .incorrect)
        return bar + cards + swaps + [.list("requestedData.title", link)]
    }

    private var rows: SharingRows { SharingRows(isLogin: offer.isLogin) }
    private var step: String { rows.values(of: offer) }
    private var canSwap: Bool { step == "10.2" }

    private var cards: [Piece<Action>] {
        offer.cards(of: choice).flatMap { card -> [Piece<Action>] in
            let count: Text = card.claims.isEmpty ? "sharing.possession" : Text("requestedData.count", .number(card.claims.count))
            return [.heading(card.summary.name), .paragraph(count)] + Piece.claims(card.claims.map(\.claim), in: card.summary.zone)
        }
    }

    private var swaps: [Piece<Action>] {
        canSwap ? Piece<Action>.swaps(in: offer, choice, row: rows.row("10.2a")) { .swap($0) } : []
    }
}
