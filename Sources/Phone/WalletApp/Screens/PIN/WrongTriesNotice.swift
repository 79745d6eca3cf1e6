// SPDX-License-Identifier: EUPL-1.2

/// tries/1: wrong PINs were entered since the last unlock, or many wrong PINs within some weeks.
struct WrongTriesNotice: Screen {
    /// The user's actions, in addition to the design.
    enum Action: Sendable {
        case ok
    }

    /// The number of wrong PINs.
    let count: Int
    /// The period in days; nil for the time since the last unlock.
    var days: Int?

    let row: Row = "tries/1"
    let helpTopic: String? = "tries"
    var pieces: [Piece<Action>] {
        [
            .illustration(.wrongTries),
            .title("wrongTries.title"),
            .paragraph(days.map { Text("wrongTries.recent", .number(count), .number($0)) } ?? Text("wrongTries.count", .number(count))),
            .paragraph("wrongTries.you"),
            .banner(.warn, "wrongTries.notYou"),
            .button(.primary, "wrongTries.ok", row: "tries/1a", .ok),
        ]
    }
}
