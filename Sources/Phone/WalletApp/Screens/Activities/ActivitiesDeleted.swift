// SPDX-License-Identifier: EUPL-1.2

/// history/3.3: all activities are deleted.
struct ActivitiesDeleted: Screen {
    /// The actions of the page.
    enum Action: Sendable {
        case activities
    }

    let row: Row = "history/3.3"
    let helpTopic: String? = "history"
    var pieces: [Piece<Action>] {
        [
            .illustration(.remove),
            .title("activitiesDeleted.title"),
            .paragraph("activitiesDeleted.text"),
            .button(.primary, "activitiesDeleted.show", row: "history/3.3a", .activities),
        ]
    }

    static func == (_: ActivitiesDeleted, _: ActivitiesDeleted) -> Bool { true }
}
