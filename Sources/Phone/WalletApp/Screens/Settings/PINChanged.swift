// SPDX-License-Identifier: EUPL-1.2

/// UC2.6/1.3: the PIN was changed.
struct PINChanged: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case dashboard, settings
    }

    let row: Row = "UC2.6/1.3"
    let helpTopic: String? = "UC2.6"
    var pieces: [Piece<Action>] {
        [
            .illustration(.secured),
            .title("pinChanged.title"),
            .paragraph("pinChanged.text"),
            .button(.primary, "pinChanged.dashboard", row: "UC2.6/1.3a", .dashboard),
            .button(.text, "pinChanged.settings", row: "UC2.6/1.3b", .settings),
        ]
    }
}
