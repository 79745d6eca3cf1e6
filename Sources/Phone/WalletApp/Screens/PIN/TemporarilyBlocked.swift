// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// PF2.8/5.1: a delay runs before the next PIN attempt.
struct TemporarilyBlocked: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case deleteWallet
        case back
        case help
        case forgotPIN
    }

    /// The end of the delay in monotonic time, computed from the remaining time that the provider gave.
    let until: Date

    let row: Row = "PF2.8/5.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "PF2.8/5.1b", .back), .help(row: "PF2.8/5.1c", .help)),
            .illustration(.temporarilyBlocked),
            .title("temporarilyBlocked.title"),
            .countdown("temporarilyBlocked.countdown", until: until),
            .paragraph("temporarilyBlocked.text"),
            .button(.secondary, "openWithPIN.forgot", row: "PF2.8/5.1d", .forgotPIN),
            .button(.destructive, "common.deleteWallet", row: "PF2.8/5.1a", .deleteWallet),
        ]
    }
}
