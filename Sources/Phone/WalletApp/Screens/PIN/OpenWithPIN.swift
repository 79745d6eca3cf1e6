// SPDX-License-Identifier: EUPL-1.2

import WalletCore

/// UC2.3/1.3: open with your PIN.
struct OpenWithPIN: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case pin(PIN)
        case forgotPIN
        case info
    }

    /// Why the PIN is asked although biometric unlock was enabled; nil when there is nothing to explain.
    let notice: Text?

    let row: Row = "UC2.3/1.3"
    var pieces: [Piece<Action>] {
        let head: [Piece<Action>] = [
            .topBar(.info(row: "UC2.3/1.3c", .info)),
            .title("openWithPIN.title"),
        ]
        let explanation: [Piece<Action>] = notice.map { [.banner(.info, $0)] } ?? [.paragraph("openWithPIN.text")]
        return head + explanation + [
            .pinPad("openWithPIN.field", row: "UC2.3/1.3a") { .pin($0) },
            .button(.text, "openWithPIN.forgot", row: "UC2.3/1.3b", .forgotPIN),
        ]
    }
}
