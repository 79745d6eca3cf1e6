// SPDX-License-Identifier: EUPL-1.2

/// UC2.3/6.1: the solutions for a forgotten PIN.
struct ForgotPIN: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case deleteWallet
        case createNewPIN
        case back
    }

    /// True if the wallet has an identity card, which a new PIN requires.
    let canCreateNewPIN: Bool

    let row: Row = "UC2.3/6.1"
    let helpTopic: String? = "UC2.3.forgot"
    var pieces: [Piece<Action>] {
        let head: [Piece<Action>] = [
            .topBar(.back(row: "UC2.3/6.1b", .back)),
            .illustration(.forgotPIN),
            .title("forgotPIN.title"),
            .paragraph(canCreateNewPIN ? "forgotPIN.canCreate" : "forgotPIN.mustDelete"),
        ]
        let create: [Piece<Action>] =
            canCreateNewPIN ? [.button(.primary, "forgotPIN.create", row: "UC2.3/6.1c", .createNewPIN)] : []
        return head + create + [.button(.destructive, "common.deleteWallet", row: "UC2.3/6.1a", .deleteWallet)]
    }
}
