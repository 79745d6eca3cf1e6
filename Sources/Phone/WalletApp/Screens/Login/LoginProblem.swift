// SPDX-License-Identifier: EUPL-1.2

/// UC3.1/2.1, 3.1 and 4.2, UC2.3.2/2.1, 3.1, 4.1 and 5.2: the login failed, and why.
struct LoginProblem: Screen {
    /// The actions that the design lists. The way back is an addition.
    enum Action: Sendable {
        case logIn, website, back
    }

    let problem: IdentityLogin.Problem
    let purpose: IdentityLogin.Purpose
    /// True if the wallet has a card already, which is obtained again.
    var isAgain = false

    var row: Row { purpose.row(step) }
    let helpTopic: String? = "login"
    var pieces: [Piece<Action>] {
        back + [
            .illustration(problem.picture),
            .title(Text("loginProblem.title.\(problem.rawValue)")),
            .paragraph(Text("loginProblem.text.\(problem.rawValue)")),
            .button(.primary, "login.again", row: purpose.row(step + "a"), .logIn),
            .button(.text, "login.website", row: purpose.row(step + "b"), .website),
        ]
    }

    /// A user who remembers the PIN, has a card or cannot log in now can leave.
    private var back: [Piece<Action>] {
        switch purpose {
        case .pinRecovery: [.topBar(.back(row: "login/1a", .back))]
        case .pid: isAgain ? [.topBar(.back(row: "extra/8a", .back))] : []
        }
    }

    private var step: String { purpose.step(of: problem) }
}

extension IdentityLogin.Problem {
    /// The picture of this kind of failure.
    fileprivate var picture: Illustration {
        switch self {
        case .failed, .wrongAccount: .loginFailed
        case .stopped, .aborted: .sessionExpired
        }
    }
}
