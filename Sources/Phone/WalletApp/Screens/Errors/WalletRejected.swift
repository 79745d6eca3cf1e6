// SPDX-License-Identifier: EUPL-1.2

/// Error: the provider no longer knows this wallet, or refuses it permanently. A specific form of Generic.
struct WalletRejected: Screen {
    /// The user's actions, in addition to the design.
    enum Action: Sendable {
        case delete
        case help
    }

    let row: Row = "error/Generic"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "error/Generic.help", .help)),
            .illustration(.blocked),
            .title("walletRejected.title"),
            .paragraph("walletRejected.text"),
            .facts([Fact("genericError.code", "W-01")], canBeCopied: true),
            .button(.destructive, "common.deleteWallet", row: "error/Generic.delete", .delete),
        ]
    }

    static func == (_: WalletRejected, _: WalletRejected) -> Bool { true }
}
