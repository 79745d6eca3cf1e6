// SPDX-License-Identifier: EUPL-1.2

/// PF2.8/11.1: too many wrong PINs before the wallet contained anything; setup starts again.
struct SetUpFailed: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case tryAgain
    }

    let row: Row = "PF2.8/11.1"
    let helpTopic: String? = "PF2.8.setUp"
    var pieces: [Piece<Action>] {
        [
            .illustration(.blocked),
            .title("setUpFailed.title"),
            .paragraph("setUpFailed.text"),
            .button(.primary, "setUpFailed.tryAgain", row: "PF2.8/11.1a", .tryAgain),
        ]
    }

    static func == (_: SetUpFailed, _: SetUpFailed) -> Bool { true }
}
