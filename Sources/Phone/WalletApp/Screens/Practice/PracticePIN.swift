// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// practice/2 and 3: asks for the practice PIN, then again.
struct PracticePIN: Screen {
    /// The user's actions, in addition to the design.
    enum Action: Sendable {
        case pin(PIN), notNow
    }

    /// True for the second entry.
    let isSecond: Bool

    private var step: String { isSecond ? "3" : "2" }

    var row: Row { Row("practice", step) }
    let helpTopic: String? = "practice"
    var pieces: [Piece<Action>] {
        [
            .title(isSecond ? "practicePIN.again" : "practicePIN.title"),
            .paragraph("practice.honest"),
            .pinPad("openWithPIN.field", row: Row("practice", step + "a")) { .pin($0) },
            .button(.text, "practice.notNow", row: Row("practice", step + "b"), .notNow),
        ]
    }
}
