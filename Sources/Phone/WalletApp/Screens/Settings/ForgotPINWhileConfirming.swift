// SPDX-License-Identifier: EUPL-1.2

/// PF2.4/2.2 and 2.3: the PIN for a protected action was forgotten.
struct ForgotPINWhileConfirming: Screen {
    /// The actions that the design lists; the protected action decides which of the first two is offered.
    enum Action: Sendable {
        case deleteWallet, createNewPIN, back
    }

    /// True if the protected action is the issuance of a PID. Then no PID exists that could prove the user's identity.
    let isIssuingPID: Bool

    var row: Row { isIssuingPID ? "PF2.4/2.2" : "PF2.4/2.3" }
    let helpTopic: String? = "UC2.3.forgot"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: isIssuingPID ? "PF2.4/2.2b" : "PF2.4/2.3b", .back)),
            .illustration(.forgotPIN),
            .title("forgotPIN.title"),
            .paragraph(isIssuingPID ? "forgotPIN.mustDelete" : "forgotPIN.canCreate"),
            isIssuingPID
                ? .button(.destructive, "common.deleteWallet", row: "PF2.4/2.2a", .deleteWallet)
                : .button(.primary, "forgotPIN.create", row: "PF2.4/2.3a", .createNewPIN),
        ]
    }
}
