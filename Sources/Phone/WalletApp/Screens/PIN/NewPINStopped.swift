// SPDX-License-Identifier: EUPL-1.2

/// PF2.9/5.2: no new PIN was chosen.
struct NewPINStopped: Screen {
    /// What the design lists.
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
