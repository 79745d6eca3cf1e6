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
        [
            .topBar(.help(row: rows.row("11.1d"), .help)),
            .title(Text("asksTooMuch.title", organization.argument)),
            .banner(.warn, isLogin ? "asksTooMuch.login" : "asksTooMuch.text"),
            .heading("asksTooMuch.claims"),
            .paragraph(claims.words),
        ] + Piece.warned(
            rows, step: "11.1", canProceed: canProceed, isAccepted: isAccepted,
            actions: Piece.WarnedActions(accept: .accept, proceed: .proceed, stop: .stop, report: .report))
    }

    private var rows: SharingRows { SharingRows(isLogin: isLogin) }
}

extension Piece {
    /// The actions below a warning about a request.
    struct WarnedActions: Sendable {
        let accept: Action
        let proceed: Action
        let stop: Action
        let report: Action
    }

    /// The controls below a warning about a request. *Continue anyway* is there only after its tick, and never if the wallet refuses.
    static func warned(
        _ rows: SharingRows, step: String, canProceed: Bool, isAccepted: Bool, actions: WarnedActions
    ) -> [Piece] {
        let report = Piece.list(
            "reportProblem.title", .link("reportProblem.title", icon: .feedback, row: rows.row(step + "c"), actions.report))
        let stop = Piece.button(.primary, "sharing.stop", row: rows.row(step + "b"), actions.stop)
        guard canProceed else { return [.banner(.danger, "asksTooMuch.refused"), report, stop] }
        let tick = Piece.toggle("asksTooMuch.accept", isOn: isAccepted, row: "extra/15a", actions.accept)
        let proceed = Piece.button(.secondary, "asksTooMuch.proceed", row: rows.row(step + "a"), actions.proceed)
        return [report, tick] + (isAccepted ? [stop, proceed] : [stop])
    }
}
