// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.2/1.6, UC5.2/1.7: the login succeeded; the person goes on at the other screen or at the website.
struct LoggedIn: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case overview, website, activity, help, close
    }

    let organizationName: String
    let wayBack: SharingWayBack
    /// True if the history of the wallet can be shown.
    var hasActivity = false

    var row: Row { numbered("") }
    var pieces: [Piece<Action>] {
        [
            bar,
            .title("loggedIn.title"),
            .paragraph(Text("loggedIn.text", .verbatim(organizationName))),
            .paragraph(wayBack.words),
        ] + activity + [button]
    }

    private func numbered(_ letter: String) -> Row {
        let rows = SharingRows.login
        return rows.row(rows.success(wayBack == .otherScreen ? .crossDevice : .sameDevice) + letter)
    }

    /// Without a website to go to, *Close* is the main button where the design has no other.
    private var bar: Piece<Action> {
        switch wayBack {
        case .website, .otherScreen: .topBar(.close(row: numbered("d"), .close), .help(row: numbered("c"), .help))
        case .byHand, .addressRefused: .topBar(.help(row: numbered("c"), .help))
        }
    }

    private var button: Piece<Action> {
        switch wayBack {
        case .website: .button(.primary, "sharing.website", row: numbered("a"), .website)
        case .otherScreen: .button(.primary, "common.toOverview", row: numbered("a"), .overview)
        case .byHand, .addressRefused: .button(.primary, "common.close", row: numbered("d"), .close)
        }
    }

    private var activity: [Piece<Action>] {
        hasActivity ? [.list("sharing.activity", .link("sharing.activity", icon: .clock, row: numbered("b"), .activity))] : []
    }
}
