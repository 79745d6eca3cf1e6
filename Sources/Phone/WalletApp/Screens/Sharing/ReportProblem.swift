// SPDX-License-Identifier: EUPL-1.2

/// UC5.1/8.1, UC5.2/8.1: what may be wrong with the request.
struct ReportProblem: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case problem(SharingReport)
        case back
    }

    let isLogin: Bool

    var row: Row { rows.row("8.1") }
    let helpTopic: String? = "UC5.1.report"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: rows.row("8.1a"), .back)),
            .title("reportProblem.title"),
            .paragraph("reportProblem.text"),
            .list("reportProblem.title", problems),
        ]
    }

    private var rows: SharingRows { SharingRows(isLogin: isLogin) }

    private var problems: [Piece<Action>.ListEntry] {
        SharingReport.allCases.map { .link($0.words, row: rows.row("8.1b"), target: $0.rawValue, .problem($0)) }
    }
}
