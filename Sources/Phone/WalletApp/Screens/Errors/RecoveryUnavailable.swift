// SPDX-License-Identifier: EUPL-1.2

/// Error: this wallet cannot get a new PIN. A kind of Generic that can say so.
struct RecoveryUnavailable: Screen {
    /// What the person can do.
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
