// SPDX-License-Identifier: EUPL-1.2

/// PF2.8/10.1: a forgotten PIN, chosen after a wrong one.
struct ForgotPINWhileChecking: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case createNewPIN
        case back
    }

    /// A new PIN takes the identity card, so it is offered only to a wallet that holds one.
    let canCreateNewPIN: Bool

    let row: Row = "PF2.8/10.1"
    var pieces: [Piece<Action>] {
        let head: [Piece<Action>] = [
            .topBar(.back(row: "PF2.8/10.1b", .back)),
            .illustration(.forgotPIN),
            .title("forgotPIN.title"),
            .paragraph(canCreateNewPIN ? "forgotPIN.canCreate" : "forgotPIN.mustDelete"),
        ]
        return head + (canCreateNewPIN ? [.button(.primary, "forgotPIN.create", row: "PF2.8/10.1a", .createNewPIN)] : [])
    }
}
