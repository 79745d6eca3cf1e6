// SPDX-License-Identifier: EUPL-1.2

/// PF2.9/3.1: the two PINs differ; the user enters the second PIN again.
struct PINsDiffer: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case tryAgain
    }

    let row: Row = "PF2.9/3.1"
    let style = ScreenStyle.prompt
    var pieces: [Piece<Action>] {
        [
            .title("pinsDiffer.title"),
            .paragraph("pinsDiffer.text"),
            .button(.primary, "pinsDiffer.tryAgain", row: "PF2.9/3.1a", .tryAgain),
        ]
    }
}
