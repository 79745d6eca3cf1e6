// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1/4.1, UC5.2/4.1: who asks, what for, and what is asked of each card. It shows names of data, and no values.
struct AboutSharing: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case organization, data, agreement, help, back
    }

    let offer: SharingOffer
    let choice: SharingChoice

    var row: Row { rows.row("4.1") }
    var pieces: [Piece<Action>] {
        let head: [Piece<Action>] = [
            .topBar(.back(row: rows.row("4.1e"), .back), .help(row: rows.row("4.1d"), .help)),
            .title(offer.isLogin ? "aboutSharing.login" : "aboutSharing.title"),
        ]
        return head + Piece<Action>.requester(of: offer) + Piece<Action>.answers(to: offer, choice) + [links]
    }

    private var links: Piece<Action> {
        .list(
            "shareWith.more",
            .link(Text("value.text", offer.organization.argument), icon: .info, row: rows.row("4.1a"), .organization),
            .link("shareWith.view", icon: .card, row: rows.row("4.1b"), .data),
            .link("sharingAgreement.title", icon: .shield, row: rows.row("4.1c"), .agreement))
    }

    private var rows: SharingRows { SharingRows(isLogin: offer.isLogin) }
}
