// SPDX-License-Identifier: EUPL-1.2

/// history/3.1: asks to confirm the deletion of all activities, and says what is lost.
struct DeleteActivitiesQuestion: Screen {
    /// The actions of the page.
    enum Action: Sendable {
        case delete, cancel
    }

    let row: Row = "history/3.1"
    let style = ScreenStyle.prompt
    var pieces: [Piece<Action>] {
        [
            .title("deleteActivities.title"),
            .paragraph("deleteActivities.text"),
            .paragraph("deleteActivities.stays"),
            .paragraph("deleteActivities.cards"),
            .banner(.warn, "wipeAppData.forGood"),
            .button(.destructive, "wipeAppData.delete", row: "history/3.1a", .delete),
            .button(.text, "common.cancel", row: "history/3.1b", leadsBack: true, .cancel),
        ]
    }

    static func == (_: DeleteActivitiesQuestion, _: DeleteActivitiesQuestion) -> Bool { true }
}
