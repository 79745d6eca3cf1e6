// SPDX-License-Identifier: EUPL-1.2

/// PF2.10/4.1: an operator has revoked the recovery code of this wallet's PID; its holder cannot create another wallet.
struct HolderBlocked: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case helpDesk
        case help
    }

    let row: Row = "PF2.10/4.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "PF2.10/4.1b", .help)),
            .illustration(.blocked),
            .title("holderBlocked.title"),
            .paragraph("holderBlocked.text"),
            .button(.secondary, "common.helpDesk", row: "PF2.10/4.1a", .helpDesk),
        ]
    }

    static func == (_: HolderBlocked, _: HolderBlocked) -> Bool { true }
}
