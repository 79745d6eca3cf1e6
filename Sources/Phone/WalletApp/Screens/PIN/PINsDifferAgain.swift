// SPDX-License-Identifier: EUPL-1.2

/// PF2.9/4.1: the two PINs differ for the second time; the choice starts again.
struct PINsDifferAgain: Screen {
    /// The actions that the design lists.
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
