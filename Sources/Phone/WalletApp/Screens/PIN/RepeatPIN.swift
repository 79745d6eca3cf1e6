// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// PF2.9/1.3: asks for the new PIN again.
struct RepeatPIN: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case pin(PIN)
        case back
        case info
    }

    var use = NewPINUse.first

    let row: Row = "PF2.9/1.3"
    let helpTopic: String? = "PF2.9"
    var pieces: [Piece<Action>] {
        let bar: [Piece<Action>] = [.topBar(.back(row: "PF2.9/1.3b", .back), .info(row: "PF2.9/1.3c", .info))]
        return bar + (use == .first ? [.stepBar(.repeatPIN)] : []) + [
            .title("repeatPIN.title"),
            .paragraph("repeatPIN.text"),
            .pinPad("repeatPIN.field", row: "PF2.9/1.3a") { .pin($0) },
        ]
    }
}
