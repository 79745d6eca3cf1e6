// SPDX-License-Identifier: EUPL-1.2

/// PF2.8/9.1: no PIN attempts are left.
struct AppIsBlocked: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case deleteWallet
        case help
    }

    let row: Row = "PF2.8/9.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "PF2.8/9.1b", .help)),
            .illustration(.blocked),
            .title("appIsBlocked.title"),
            .paragraph("appIsBlocked.text"),
            .button(.destructive, "common.deleteWallet", row: "PF2.8/9.1a", .deleteWallet),
        ]
    }

    static func == (_: AppIsBlocked, _: AppIsBlocked) -> Bool { true }
}
