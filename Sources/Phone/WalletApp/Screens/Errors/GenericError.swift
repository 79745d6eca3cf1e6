// SPDX-License-Identifier: EUPL-1.2

/// Error: anything unexpected, with a code for the help desk.
struct GenericError: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case retry
        case restart
        case help
    }

    /// The code of the error, for the help desk; not personal.
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
