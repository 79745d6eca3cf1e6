// SPDX-License-Identifier: EUPL-1.2

/// Error: the provider does not know this wallet any more, or refuses it for good. A kind of Generic that can say so.
struct WalletRejected: Screen {
    /// What the person can do.
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
