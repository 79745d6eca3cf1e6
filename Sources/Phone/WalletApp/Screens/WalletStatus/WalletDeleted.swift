// SPDX-License-Identifier: EUPL-1.2

/// PF2.10/2.1: the user has deleted this wallet with the deletion code.
struct WalletDeleted: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case helpDesk
        case help
    }

    let row: Row = "PF2.10/2.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "PF2.10/2.1b", .help)),
            .illustration(.deletionCode),
            .title("walletDeleted.title"),
            .paragraph("walletDeleted.text"),
            .paragraph("walletDeleted.next"),
            .button(.secondary, "common.helpDesk", row: "PF2.10/2.1a", .helpDesk),
        ]
    }

    static func == (_: WalletDeleted, _: WalletDeleted) -> Bool { true }
}
