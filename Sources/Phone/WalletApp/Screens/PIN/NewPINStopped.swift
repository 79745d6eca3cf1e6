// SPDX-License-Identifier: EUPL-1.2

/// PF2.9/5.2: the choice of a new PIN was cancelled.
struct NewPINStopped: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case close, help
    }

    let row: Row = "PF2.9/5.2"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "PF2.9/5.2b", .help)),
            .illustration(.forgotPIN),
            .title("newPINStopped.title"),
            .paragraph("newPINStopped.text"),
            .button(.primary, "common.close", row: "PF2.9/5.2a", .close),
        ]
    }

    static func == (_: NewPINStopped, _: NewPINStopped) -> Bool { true }
}
