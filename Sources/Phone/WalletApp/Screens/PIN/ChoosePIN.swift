// SPDX-License-Identifier: EUPL-1.2

import WalletCore

/// PF2.9/1.1: choose a PIN.
struct ChoosePIN: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case pin(PIN)
        case back
        case info
    }

    let row: Row = "PF2.9/1.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "PF2.9/1.1b", .back), .info(row: "PF2.9/1.1c", .info)),
            .stepBar(.choosePIN),
            .title("choosePIN.title"),
            .paragraph("choosePIN.text"),
            .pinPad("choosePIN.field", row: "PF2.9/1.1a") { .pin($0) },
        ]
    }

    static func == (_: ChoosePIN, _: ChoosePIN) -> Bool { true }
}
