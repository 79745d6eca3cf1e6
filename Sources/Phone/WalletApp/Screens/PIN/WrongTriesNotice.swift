// SPDX-License-Identifier: EUPL-1.2

/// tries/1: wrong PINs were entered since the wallet was opened last, or many of them over some weeks.
struct WrongTriesNotice: Screen {
    /// What the person can do.
    enum Action: Sendable {
        case ok
    }

    /// How many.
    let count: Int
    /// Within how many days; nil for those since the wallet was opened last.
    var days: Int?

    let row: Row = "tries/1"
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
