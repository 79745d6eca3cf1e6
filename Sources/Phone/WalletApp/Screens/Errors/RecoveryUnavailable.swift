// SPDX-License-Identifier: EUPL-1.2

/// Error: this wallet cannot get a new PIN. A specific form of Generic.
struct RecoveryUnavailable: Screen {
    /// The user's actions, in addition to the design.
    enum Action: Sendable {
        case close, delete, help
    }

    let row: Row = "error/Generic"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "error/Generic.help", .help)),
            .illustration(.forgotPIN),
            .title("recoveryUnavailable.title"),
            .paragraph("recoveryUnavailable.text"),
            .button(.primary, "common.close", row: "error/Generic.close", .close),
            .button(.destructive, "common.deleteWallet", row: "error/Generic.delete", .delete),
        ]
    }

    static func == (_: RecoveryUnavailable, _: RecoveryUnavailable) -> Bool { true }
}
