// SPDX-License-Identifier: EUPL-1.2

/// PF2.8/2.1, 3.1, 4.1 and 6.1, 7.1, 8.1: the PIN is wrong, and how many attempts are left.
struct WrongPIN: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case close
        case forgotPIN
    }

    /// The step; its number encodes the round and the failure within it.
    let step: String

    var row: Row { Row("PF2.8", step) }
    let style = ScreenStyle.prompt
    var pieces: [Piece<Action>] {
        [
            .title("wrongPIN.title"),
            .paragraph(message),
            .button(.primary, "wrongPIN.close", row: Row("PF2.8", step + "a"), leadsBack: true, .close),
            .button(.text, "openWithPIN.forgot", row: Row("PF2.8", step + "b"), .forgotPIN),
        ]
    }

    private var message: Text {
        switch step {
        case "2.1": "wrongPIN.first"
        case "3.1": Text("wrongPIN.attemptsLeft", .number(2))
        case "4.1": Text("wrongPIN.thenWait", .number(1))
        case "6.1": Text("wrongPIN.thenBlocked", .number(3))
        case "7.1": Text("wrongPIN.thenBlocked", .number(2))
        default: Text("wrongPIN.thenBlocked", .number(1))
        }
    }
}
