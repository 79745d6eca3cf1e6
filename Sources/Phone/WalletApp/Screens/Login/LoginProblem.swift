// SPDX-License-Identifier: EUPL-1.2

/// UC3.1/2.1, 3.1 and 4.2, UC2.3.2/2.1, 3.1, 4.1 and 5.2: the login failed, and why.
struct LoginProblem: Screen {
    /// The actions that the design lists. The way back from a forgotten PIN is an addition.
    enum Action: Sendable {
        case logIn, website, back
    }

    let problem: IdentityLogin.Problem
    let purpose: IdentityLogin.Purpose

    var row: Row { purpose.row(step) }
    var pieces: [Piece<Action>] {
        // A user who remembers the PIN, or cannot log in now, can leave.
        let back: [Piece<Action>] = purpose == .pinRecovery ? [.topBar(.back(row: "login/1a", .back))] : []
        return back + [
            .illustration(.genericError),
            .title(Text("loginProblem.title.\(problem.rawValue)")),
            .paragraph(Text("loginProblem.text.\(problem.rawValue)")),
            .button(.primary, "login.again", row: purpose.row(step + "a"), .logIn),
            .button(.text, "login.website", row: purpose.row(step + "b"), .website),
        ]
    }

    private var step: String { purpose.step(of: problem) }
}
