// SPDX-License-Identifier: EUPL-1.2

/// Error: anything unexpected, with a code that can be copied.
struct GenericError: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case retry
        case restart
        case help
    }

    /// Names what happened, for the help desk; no personal value.
    let code: String

    let row: Row = "error/Generic"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "error/Generic.help", .help)),
            .illustration(.genericError),
            .title("genericError.title"),
            .paragraph("genericError.text"),
            .facts([Fact("genericError.code", code)], canBeCopied: true),
            .button(.primary, "common.retry", row: "error/Generic.retry", .retry),
            .button(.text, "genericError.restart", row: "error/Generic.restart", .restart),
        ]
    }
}
