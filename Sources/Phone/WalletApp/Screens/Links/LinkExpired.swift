// SPDX-License-Identifier: EUPL-1.2

/// link/2: a link has waited for the unlock until its time was over.
struct LinkExpired: Screen {
    /// The user's actions, in addition to the design.
    enum Action: Sendable {
        case ok
    }

    let row: Row = "link/2"
    let style = ScreenStyle.prompt
    var pieces: [Piece<Action>] {
        [
            .title("linkExpired.title"),
            .paragraph("linkExpired.text"),
            .button(.primary, "common.ok", row: "link/2a", .ok),
        ]
    }
}
