// SPDX-License-Identifier: EUPL-1.2

/// UC9.12/1.1: explains the deletion code.
struct AboutDeletionCode: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case view, back, help
    }

    let row: Row = "UC9.12/1.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC9.12/1.1b", .back), .help(row: "UC9.12/1.1c", .help)),
            .illustration(.deletionCode),
            .title("aboutDeletionCode.title"),
            .paragraph("aboutDeletionCode.text"),
            .button(.primary, "aboutDeletionCode.view", row: "UC9.12/1.1a", .view),
        ]
    }
}
