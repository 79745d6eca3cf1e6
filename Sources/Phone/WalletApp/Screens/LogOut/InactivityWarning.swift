// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// UC9.7/1.2: warns before the wallet locks for inactivity.
struct InactivityWarning: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case goOn
        case logOut
    }

    /// The time at which the wallet locks, in monotonic time.
    let locksAt: Date

    let row: Row = "UC9.7/1.2"
    let style = ScreenStyle.prompt
    var pieces: [Piece<Action>] {
        [
            .title("inactivityWarning.title"),
            .paragraph("inactivityWarning.text"),
            .countdown("inactivityWarning.countdown", until: locksAt),
            .button(.primary, "inactivityWarning.goOn", row: "UC9.7/1.2a", leadsBack: true, .goOn),
            .button(.text, "inactivityWarning.lock", row: "UC9.7/1.2b", .logOut),
        ]
    }
}
