// SPDX-License-Identifier: EUPL-1.2

/// PF2.10/3.1: an operator has revoked this wallet; the user can create a new wallet.
struct WalletBlocked: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case createNew
        case helpDesk
        case help
    }

    let row: Row = "PF2.10/3.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "PF2.10/3.1b", .help)),
            .illustration(.blocked),
            .title("walletBlocked.title"),
            .paragraph("walletBlocked.text"),
            .button(.primary, "walletBlocked.createNew", row: "PF2.10/3.1c", .createNew),
            .button(.text, "common.helpDesk", row: "PF2.10/3.1a", .helpDesk),
        ]
    }

    static func == (_: WalletBlocked, _: WalletBlocked) -> Bool { true }
}
