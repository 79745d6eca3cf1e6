// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1/13.1, UC5.2/13.1: what was approved no longer holds, and nothing was shared.
struct LookAgain: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case lookAgain, stop
    }

    let isLogin: Bool
    let change: ApprovalChange

    var row: Row { rows.row("13.1") }
    let helpTopic: String? = "UC5.1.changed"
    var pieces: [Piece<Action>] {
        [
            .title("lookAgain.title"),
            .paragraph(Text("lookAgain.\(change.rawValue)")),
            .paragraph(isLogin ? "lookAgain.login" : "lookAgain.nothing"),
            .button(.primary, "lookAgain.again", row: rows.row("13.1a"), .lookAgain),
            .button(.text, "sharing.stop", row: rows.row("13.1b"), .stop),
        ]
    }

    private var rows: SharingRows { SharingRows(isLogin: isLogin) }
}
