// SPDX-License-Identifier: EUPL-1.2

import WalletCore

/// PF2.9/1.3: enter the same PIN again.
struct RepeatPIN: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case pin(PIN)
        case back
        case info
    }

    let row: Row = "PF2.9/1.3"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "PF2.9/1.3b", .back), .info(row: "PF2.9/1.3c", .info)),
            .stepBar(.repeatPIN),
            .title("repeatPIN.title"),
            .paragraph("repeatPIN.text"),
            .pinPad("repeatPIN.field", row: "PF2.9/1.3a") { .pin($0) },
        ]
    }

    static func == (_: RepeatPIN, _: RepeatPIN) -> Bool { true }
}
