// SPDX-License-Identifier: EUPL-1.2

/// PF2.8/10.1: a forgotten PIN, chosen after a wrong one.
struct ForgotPINWhileChecking: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case createNewPIN
        case back
    }

    let row: Row = "PF2.8/10.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "PF2.8/10.1b", .back)),
            .illustration(.forgotPIN),
            .title("forgotPIN.title"),
            .paragraph("forgotPIN.canCreate"),
            .button(.primary, "forgotPIN.create", row: "PF2.8/10.1a", .createNewPIN),
        ]
    }

    static func == (_: ForgotPINWhileChecking, _: ForgotPINWhileChecking) -> Bool { true }
}
