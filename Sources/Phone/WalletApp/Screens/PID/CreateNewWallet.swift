// SPDX-License-Identifier: EUPL-1.2

/// UC3.1/1.9: this is a new wallet, none that was moved.
struct CreateNewWallet: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case ok, cancel
    }

    let row: Row = "UC3.1/1.9"
    let style = ScreenStyle.prompt
    var pieces: [Piece<Action>] {
        [
            .title("createNewWallet.title"),
            .paragraph("createNewWallet.text"),
            .button(.primary, "common.ok", row: "UC3.1/1.9a", .ok),
            .button(.text, "common.cancel", row: "UC3.1/1.9b", .cancel),
        ]
    }

    static func == (_: CreateNewWallet, _: CreateNewWallet) -> Bool { true }
}
