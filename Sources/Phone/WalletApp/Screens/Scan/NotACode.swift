// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC9.9/3.1: the QR code is not one for this app, and why. Nothing of the code is shown.
struct NotACode: Screen {
    /// The action that the design lists.
    enum Action: Sendable {
        case ok
    }

    let problem: ScanProblem

    let row: Row = "UC9.9/3.1"
    let style = ScreenStyle.prompt
    var pieces: [Piece<Action>] {
        [
            .title("notACode.title"),
            .paragraph(reason),
            .button(.primary, "common.ok", row: "UC9.9/3.1a", .ok),
        ]
    }

    private var reason: Text {
        switch problem {
        case .webAddress: "notACode.webAddress"
        case .otherText: "notACode.otherText"
        case .tooLong: "notACode.tooLong"
        case .sameDevice: "notACode.sameDevice"
        case .notNow: "notACode.notNow"
        }
    }
}
