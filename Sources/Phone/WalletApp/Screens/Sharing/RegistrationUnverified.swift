// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1/12.1, UC5.2/12.1: it is known who asks, but not what it may ask for.
struct RegistrationUnverified: Screen {
    /// The actions that the design lists, and the tick that continuing needs.
    enum Action: Sendable {
        case proceed, stop, report, help, accept
    }

    let isLogin: Bool
    let organization: SharingOrganization
    let problem: RegistrationProblem
    /// False if the wallet's configuration refuses such a request.
    let canProceed: Bool
    /// True if the person has ticked that they have seen this. False at first.
    var isAccepted = false

    var row: Row { rows.row("12.1") }
    var pieces: [Piece<Action>] {
        let head: [Piece<Action>] = [
            .topBar(.help(row: rows.row("12.1d"), .help)),
            .title(Text("registrationUnverified.title", organization.argument)),
            .banner(.warn, problem.words),
            .paragraph(Text("registrationUnverified.known", organization.argument, .verbatim(organization.host))),
        ]
        let controls = WarnedControls<Action>(
            rows: rows, step: "12.1", canProceed: canProceed, isAccepted: isAccepted, accept: .accept, proceed: .proceed, stop: .stop,
            report: .report)
        return head + controls.pieces
    }

    private var rows: SharingRows { SharingRows(isLogin: isLogin) }
}
