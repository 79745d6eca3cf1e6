// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// PF2.9/1.1: asks for a new PIN.
struct ChoosePIN: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case pin(PIN)
        case back
        case info
        case stop
    }

    var use = NewPINUse.first

    let row: Row = "PF2.9/1.1"
    let helpTopic: String? = "PF2.9"
    var pieces: [Piece<Action>] {
        let bar: [Piece<Action>] = [.topBar(.back(row: "PF2.9/1.1b", .back), .info(row: "PF2.9/1.1c", .info))]
        return bar + (use == .first ? [.stepBar(.choosePIN)] : []) + [
            .title("choosePIN.title"),
            .paragraph("choosePIN.text"),
            .pinPad("choosePIN.field", row: "PF2.9/1.1a") { .pin($0) },
        ] + (use == .recovery ? [.button(.text, "choosePIN.stop", row: "extra/5a", .stop)] : [])
    }
}
