// SPDX-License-Identifier: EUPL-1.2

/// UC3.1/1.8: a wallet on another phone can be moved here.
struct MoveWallet: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case move, createNew, close, help
    }

    let row: Row = "UC3.1/1.8"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC3.1/1.8c", .close), .help(row: "UC3.1/1.8d", .help)),
            .illustration(.addingCards),
            .title("moveWallet.title"),
            .paragraph("moveWallet.text"),
            .button(.primary, "moveWallet.createNew", row: "UC3.1/1.8b", .createNew),
            .button(.secondary, "moveWallet.move", row: "UC3.1/1.8a", .move),
        ]
    }

    static func == (_: MoveWallet, _: MoveWallet) -> Bool { true }
}
