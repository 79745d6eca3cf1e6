// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1/1.6: what went to whom, and the way back.
struct DataShared: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case overview, website, activity, help, close
    }

    let organizationName: String
    /// The cards and data that were shared; empty if they are not known any more, because the answer was made before the app was launched.
    let cards: [SharedCard]
    let wayBack: SharingWayBack
    /// True if the history of the wallet can be shown.
    var hasActivity = false

    let row: Row = "UC5.1/1.6"
    var pieces: [Piece<Action>] {
        [
            bar,
            .title("dataShared.title"),
            .paragraph(Text(cards.isEmpty ? "dataShared.cardsUnknown" : "dataShared.text", .verbatim(organizationName))),
        ] + cards.map { .state(.share, $0.summary.name, detail: $0.names) } + [.paragraph(wayBack.words)] + activity + [button]
    }

    /// Without a website to go to, *Close* is the main button where the design has no other.
    private var bar: Piece<Action> {
        switch wayBack {
        case .website, .otherScreen: .topBar(.close(row: "UC5.1/1.6e", .close), .help(row: "UC5.1/1.6d", .help))
        case .byHand, .addressRefused: .topBar(.help(row: "UC5.1/1.6d", .help))
        }
    }

    private var button: Piece<Action> {
        switch wayBack {
        case .website: .button(.primary, "sharing.website", row: "UC5.1/1.6b", .website)
        case .otherScreen: .button(.primary, "common.toOverview", row: "UC5.1/1.6a", .overview)
        case .byHand, .addressRefused: .button(.primary, "common.close", row: "UC5.1/1.6e", .close)
        }
    }

    private var activity: [Piece<Action>] {
        hasActivity ? [.list("sharing.activity", .link("sharing.activity", icon: .clock, row: "UC5.1/1.6c", .activity))] : []
    }
}
