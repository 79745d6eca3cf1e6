// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1/14.1, UC5.2/14.1: an answer was made, and it is not known that the organization has it.
struct MayHaveArrived: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case retry, activity, close, help
    }

    let sent: SentSharing
    /// True if the history of the wallet can be shown.
    var hasActivity = false

    var row: Row { rows.row("14.1") }
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: rows.row("14.1d"), .help)),
            .title(title),
            .paragraph(Text(key, .verbatim(sent.organizationName))),
        ] + retry + activity + [
            .button(sent.canResend ? .text : .primary, "common.close", row: rows.row("14.1c"), .close)
        ]
    }

    private var rows: SharingRows { SharingRows(isLogin: sent.isLogin) }

    private var title: Text {
        guard !sent.mayHaveArrived else { return "mayHaveArrived.title" }
        return sent.canResend ? "mayHaveArrived.notSent" : "mayHaveArrived.notSent.title.over"
    }

    private var key: String {
        guard sent.mayHaveArrived else { return sent.isLogin ? "mayHaveArrived.notSent.login" : "mayHaveArrived.notSent.text" }
        return sent.isLogin ? "mayHaveArrived.login" : "mayHaveArrived.text"
    }

    private var retry: [Piece<Action>] {
        guard sent.canResend else { return [.paragraph(sent.mayHaveArrived ? "mayHaveArrived.over" : "mayHaveArrived.notSent.over")] }
        return [
            .paragraph(sent.mayHaveArrived ? "mayHaveArrived.again" : "mayHaveArrived.notSent.again"),
            .button(.primary, "common.retry", row: rows.row("14.1a"), .retry),
        ]
    }

    private var activity: [Piece<Action>] {
        hasActivity ? [.list("sharing.activity", .link("sharing.activity", icon: .clock, row: rows.row("14.1b"), .activity))] : []
    }
}
