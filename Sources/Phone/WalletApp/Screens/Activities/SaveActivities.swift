// SPDX-License-Identifier: EUPL-1.2

/// history/2.1: says what the file with all activities has, and that the app no longer protects it.
struct SaveActivities: Screen {
    /// The actions of the page.
    enum Action: Sendable {
        case save, back
    }

    let row: Row = "history/2.1"
    let helpTopic: String? = "history"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "history/2.1b", .back)),
            .title("saveActivities.title"),
            .paragraph("saveActivities.text"),
            .banner(.warn, "saveActivities.unprotected"),
            .paragraph("saveActivities.pin"),
            .button(.primary, "saveActivities.save", row: "history/2.1a", .save),
        ]
    }

    static func == (_: SaveActivities, _: SaveActivities) -> Bool { true }
}
