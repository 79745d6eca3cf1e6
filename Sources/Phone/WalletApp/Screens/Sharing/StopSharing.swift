// SPDX-License-Identifier: EUPL-1.2

/// UC5.1/2.1, UC5.2/2.1: asks whether to stop.
struct StopSharing: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case stop, proceed, report
    }

    let isLogin: Bool

    var row: Row { rows.row("2.1") }
    let style = ScreenStyle.prompt
    var pieces: [Piece<Action>] {
        [
            .title("stopSharing.title"),
            .paragraph(isLogin ? "stopSharing.login" : "stopSharing.text"),
            .button(.primary, "stopSharing.stop", row: rows.row("2.1a"), .stop),
            .button(.secondary, "stopSharing.no", row: rows.row("2.1b"), leadsBack: true, .proceed),
            .button(.text, "reportProblem.title", row: rows.row("2.1c"), .report),
        ]
    }

    private var rows: SharingRows { SharingRows(isLogin: isLogin) }
}
