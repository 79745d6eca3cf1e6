// SPDX-License-Identifier: EUPL-1.2

/// UC3.1/4.1 and UC2.3.2/5.1: asks to confirm stopping the login.
struct StopLogin: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case goOn, stop
    }

    let purpose: IdentityLogin.Purpose

    var row: Row { purpose.row("\(purpose.aborted).1") }
    let style = ScreenStyle.prompt
    var pieces: [Piece<Action>] {
        [
            .title("stopLogin.title"),
            .paragraph("stopLogin.text"),
            .button(.primary, "stopLogin.stop", row: purpose.row("\(purpose.aborted).1b"), .stop),
            .button(
                .text, purpose == .pid ? "common.back" : "common.cancel", row: purpose.row("\(purpose.aborted).1a"), leadsBack: true, .goOn),
        ]
    }
}
