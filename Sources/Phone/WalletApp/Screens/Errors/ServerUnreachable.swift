// SPDX-License-Identifier: EUPL-1.2

/// Error: the device is connected, but our service does not answer.
struct ServerUnreachable: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case retry
        case help
    }

    /// The text on maintenance announced for now; nil if there is none.
    var notice: Text?

    let row: Row = "error/ServerUnreachable"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "error/ServerUnreachable.help", .help)),
            .illustration(.serverUnreachable),
            .title("serverUnreachable.title"),
            .paragraph(notice ?? "serverUnreachable.text"),
            .button(.primary, "common.retry", row: "error/ServerUnreachable.retry", .retry),
        ]
    }
}
