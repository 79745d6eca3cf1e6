// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// PF2.9/2.1: the PIN is too simple, and why.
struct PINTooSimple: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case ok
    }

    let violation: PINPolicyViolation

    let row: Row = "PF2.9/2.1"
    let style = ScreenStyle.prompt
    var pieces: [Piece<Action>] {
        [
            .title("pinTooSimple.title"),
            .paragraph(Text("pinTooSimple.\(violation.rawValue)")),
            .button(.primary, "pinTooSimple.ok", row: "PF2.9/2.1a", .ok),
        ]
    }
}
