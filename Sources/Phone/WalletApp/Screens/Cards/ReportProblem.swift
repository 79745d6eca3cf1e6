// SPDX-License-Identifier: EUPL-1.2

/// UC7.2/5.1: the design has this page under construction.
struct ReportProblem: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case back
    }

    let row: Row = "UC7.2/5.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC7.2/5.1a", .back)),
            .illustration(.notBuilt),
            .title("reportProblem.title"),
            .paragraph("reportProblem.text"),
        ]
    }
}
