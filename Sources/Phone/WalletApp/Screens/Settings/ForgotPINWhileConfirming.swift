// SPDX-License-Identifier: EUPL-1.2

/// PF2.4/2.2 and 2.3: the PIN was forgotten where something protected was to be done.
struct ForgotPINWhileConfirming: Screen {
    /// What the design lists; which of the first two is offered depends on what was to be done.
    enum Action: Sendable {
        case deleteWallet, createNewPIN, back
    }

    /// Whether the protected action is the issuance of a PID: then there is no PID yet that could prove who the user is.
    let isIssuingPID: Bool

    var row: Row { isIssuingPID ? "PF2.4/2.2" : "PF2.4/2.3" }
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
