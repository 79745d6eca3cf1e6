// SPDX-License-Identifier: EUPL-1.2

/// PF2.8/10.1: the solutions for a forgotten PIN, after a wrong PIN.
struct ForgotPINWhileChecking: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case createNewPIN
        case back
    }

    /// True if the wallet has an identity card, which a new PIN requires.
    let canCreateNewPIN: Bool

    let row: Row = "PF2.8/10.1"
    let helpTopic: String? = "UC2.3.forgot"
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
