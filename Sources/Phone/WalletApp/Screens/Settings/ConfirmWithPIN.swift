// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// PF2.4/1.1: asks for the PIN before a protected action.
struct ConfirmWithPIN: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case pin(PIN)
        case forgotPIN, back, cancel, help
    }

    /// True if the user can cancel the protected action here.
    let isCancelable: Bool

    let row: Row = "PF2.4/1.1"
    var pieces: [Piece<Action>] {
        let cancel: [Piece<Action>] = isCancelable ? [.button(.text, "common.cancel", row: "PF2.4/1.1d", .cancel)] : []
        return [
            .topBar(.back(row: "PF2.4/1.1c", .back), .help(row: "PF2.4/1.1e", .help)),
            .title("confirmWithPIN.title"),
            .paragraph("openWithPIN.text"),
            .pinPad("openWithPIN.field", row: "PF2.4/1.1a") { .pin($0) },
            .button(.text, "openWithPIN.forgot", row: "PF2.4/1.1b", .forgotPIN),
        ] + cancel
    }
}
