// SPDX-License-Identifier: EUPL-1.2

/// UC3.1/2.1, 3.1 and 4.2, UC2.3.2/2.1, 3.1, 4.1 and 5.2: nothing came of the login, and why.
struct DigiDLoginProblem: Screen {
    /// What the design lists; what leads away from a forgotten PIN is ours.
    enum Action: Sendable {
        case logIn, website, back
    }

    /// Why.
    let problem: DigiDLogin.Problem
    /// What the login was for.
    let purpose: DigiDLogin.Purpose

    var row: Row { purpose.row(step) }
    var pieces: [Piece<Action>] {
        // Who remembers the PIN, or has no DigiD at hand, need not stay here.
        let back: [Piece<Action>] = purpose == .pinRecovery ? [.topBar(.back(row: "digid/1a", .back))] : []
        return back + [
            .illustration(.genericError),
            .title(Text("digiDLoginProblem.title.\(problem.rawValue)")),
            .paragraph(Text("digiDLoginProblem.text.\(problem.rawValue)")),
            .button(.primary, "digiD.again", row: purpose.row(step + "a"), .logIn),
            .button(.text, "digiD.website", row: purpose.row(step + "b"), .website),
        ]
    }

    private var step: String { purpose.step(of: problem) }
}
