// SPDX-License-Identifier: EUPL-1.2

/// Error: a session with an issuer has ended and must start again.
struct SessionExpired: Screen {
    /// The user's actions, in addition to the design.
    enum Action: Sendable {
        case close, help
    }

    let row: Row = "error/SessionExpired"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "error/SessionExpired.help", .help)),
            .illustration(.sessionExpired),
            .title("sessionExpired.title"),
            .paragraph("sessionExpired.text"),
            .button(.primary, "sessionExpired.again", row: "error/SessionExpired.close", .close),
        ]
    }

    static func == (_: SessionExpired, _: SessionExpired) -> Bool { true }
}
