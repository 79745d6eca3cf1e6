// SPDX-License-Identifier: EUPL-1.2

/// Error: the phone's clock is wrong, and nothing tells the app the right time.
struct ClockWrong: Screen {
    /// The user's actions, in addition to the design.
    enum Action: Sendable {
        case openSettings, retry, help
    }

    let row: Row = "error/ClockWrong"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "error/ClockWrong.help", .help)),
            .illustration(.clockWrong),
            .title("clockWrong.title"),
            .paragraph("clockWrong.text"),
            .button(.primary, "clockWrong.openSettings", row: "error/ClockWrong.settings", .openSettings),
            .button(.secondary, "common.retry", row: "error/ClockWrong.retry", .retry),
        ]
    }

    static func == (_: ClockWrong, _: ClockWrong) -> Bool { true }
}
