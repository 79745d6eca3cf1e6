// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1/11.1, UC5.2/11.1: the organization asks for data that it did not register.
struct AsksTooMuch: Screen {
    /// The actions that the design lists, and the tick that continuing needs.
    enum Action: Sendable {
        case proceed, stop, report, help, accept
    }

    let isLogin: Bool
    let organization: SharingOrganization
    /// The data that is not registered.
    let claims: [AskedClaim]
    /// False if the wallet's configuration refuses such a request.
    let canProceed: Bool
    /// True if the person has ticked that they have seen this. False at first.
    var isAccepted = false

    var row: Row { rows.row("11.1") }
    var pieces: [Piece<Action>] {
        let head: [Piece<Action>] = [
            .topBar(.help(row: rows.row("11.1d"), .help)),
            .title(Text("asksTooMuch.title", organization.argument)),
            .banner(.warn, isLogin ? "asksTooMuch.login" : "asksTooMuch.text"),
            .heading("asksTooMuch.claims"),
            .paragraph(claims.words),
        ]
        let controls = WarnedControls<Action>(
            rows: rows, step: "11.1", canProceed: canProceed, isAccepted: isAccepted, accept: .accept, proceed: .proceed, stop: .stop,
            report: .report)
        return head + controls.pieces
    }

    private var rows: SharingRows { SharingRows(isLogin: isLogin) }
}
