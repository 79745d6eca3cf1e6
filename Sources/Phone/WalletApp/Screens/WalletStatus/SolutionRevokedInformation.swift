// SPDX-License-Identifier: EUPL-1.2

/// PF2.10/5.2: more about the revocation of all wallets.
struct SolutionRevokedInformation: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case back
    }

    let row: Row = "PF2.10/5.2"
    let helpTopic: String? = "PF2.10.read"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "PF2.10/5.2a", .back)),
            .title("solutionRevokedInformation.title"),
            .paragraph("solutionRevokedInformation.data"),
            .paragraph("solutionRevokedInformation.next"),
        ]
    }

    static func == (_: SolutionRevokedInformation, _: SolutionRevokedInformation) -> Bool { true }
}
