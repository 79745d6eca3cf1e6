// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// practice/2 and 3: the PIN for practice, and the same once more.
struct PracticePIN: Screen {
    /// What the person can do.
    enum Action: Sendable {
        case pin(PIN), notNow
    }

    /// Whether it is the second time.
    let isSecond: Bool

    private var step: String { isSecond ? "3" : "2" }

    var row: Row { Row("practice", step) }
    var pieces: [Piece<Action>] {
        [
            .title(isSecond ? "practicePIN.again" : "practicePIN.title"),
            .paragraph("practice.honest"),
            .pinPad("openWithPIN.field", row: Row("practice", step + "a")) { .pin($0) },
            .button(.text, "practice.notNow", row: Row("practice", step + "b"), .notNow),
        ]
    }
}
