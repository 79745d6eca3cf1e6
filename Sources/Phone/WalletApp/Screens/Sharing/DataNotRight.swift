// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1/5.1, UC5.2/5.1: who can correct the data on each card.
struct DataNotRight: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case back
    }

    let offer: SharingOffer
    let choice: SharingChoice

    var row: Row { rows.row("5.1") }
    let helpTopic: String? = "UC5.1.incorrect"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: rows.row("5.1a"), .back)),
            .title("dataNotRight.title"),
            .paragraph("dataNotRight.text"),
            .facts(issuers),
            .paragraph("dataNotRight.after"),
        ]
    }

    private var rows: SharingRows { SharingRows(isLogin: offer.isLogin) }

    private var issuers: [Fact] {
        offer.cards(of: choice).map { Fact($0.summary.name, text: Text("value.text", .localized($0.summary.issuerName))) }
    }
}
