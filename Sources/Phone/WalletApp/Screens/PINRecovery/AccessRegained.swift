// SPDX-License-Identifier: EUPL-1.2

/// UC2.3.2/1.5: the new PIN is active.
struct AccessRegained: Screen {
    /// The implemented actions of the design.
    enum Action: Sendable {
        case overview, activity
    }

    /// True if the history has the new PIN.
    var hasActivity = false

    let row: Row = "UC2.3.2/1.5"
    let helpTopic: String? = "UC2.3.2.done"
    var pieces: [Piece<Action>] {
        [
            .illustration(.secured),
            .title("accessRegained.title"),
            .paragraph("accessRegained.text"),
        ] + activity + [
            .button(.primary, "common.toOverview", row: "UC2.3.2/1.5a", .overview)
        ]
    }

    private var activity: [Piece<Action>] {
        hasActivity ? [.list("sharing.activity", .link("sharing.activity", icon: .clock, row: "UC2.3.2/1.5b", .activity))] : []
    }
}
