// SPDX-License-Identifier: EUPL-1.2

/// UC3.1/1.9: confirms a new wallet, as opposed to a transferred wallet.
struct CreateNewWallet: Screen {
    /// The implemented actions of the design.
    enum Action: Sendable {
        case ok
    }

    let row: Row = "UC3.1/1.9"
    let style = ScreenStyle.prompt
    var pieces: [Piece<Action>] {
        [
            .title("createNewWallet.title"),
            .paragraph("createNewWallet.text"),
            .button(.primary, "common.ok", row: "UC3.1/1.9a", .ok),
        ]
    }

    static func == (_: CreateNewWallet, _: CreateNewWallet) -> Bool { true }
}
