// SPDX-License-Identifier: EUPL-1.2

/// PF2.9/4.1: the PINs are not the same for the second time; start over.
struct PINsDifferAgain: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case startOver
    }

    let row: Row = "PF2.9/4.1"
    let style = ScreenStyle.prompt
    var pieces: [Piece<Action>] {
        [
            .title("pinsDifferAgain.title"),
            .paragraph("pinsDifferAgain.text"),
            .button(.primary, "pinsDifferAgain.startOver", row: "PF2.9/4.1a", .startOver),
        ]
    }
}
