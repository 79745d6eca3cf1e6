// SPDX-License-Identifier: EUPL-1.2

/// Error: the phone no longer has the key with which the wallet is registered. A specific form of Generic.
struct DeviceKeyLost: Screen {
    /// The user's actions, in addition to the design.
    enum Action: Sendable {
        case delete, restart, help
    }

    let row: Row = "error/Generic"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "error/Generic.help", .help)),
            .illustration(.phoneKey),
            .title("deviceKeyLost.title"),
            .paragraph("deviceKeyLost.text"),
            .facts([Fact("genericError.code", "W-02")], canBeCopied: true),
            .button(.secondary, "genericError.restart", row: "error/Generic.restart", .restart),
            .button(.destructive, "common.deleteWallet", row: "error/Generic.delete", .delete),
        ]
    }

    static func == (_: DeviceKeyLost, _: DeviceKeyLost) -> Bool { true }
}
