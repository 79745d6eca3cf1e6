// SPDX-License-Identifier: EUPL-1.2

/// UC3.1/1.2 and UC2.3.2/1.3: waits while the user logs in with the browser.
struct ContinueLogin: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case stop
    }

    let purpose: IdentityLogin.Purpose

    var row: Row { purpose.row(purpose.waiting) }
    var pieces: [Piece<Action>] {
        [
            .illustration(.secureLogin),
            .title("continueLogin.title"),
            .paragraph(Text("continueLogin.text.\(purpose.rawValue)")),
            .progress("continueLogin.progress"),
            .button(.secondary, "login.stop", row: purpose.row(purpose.stop), .stop),
        ]
    }
}
