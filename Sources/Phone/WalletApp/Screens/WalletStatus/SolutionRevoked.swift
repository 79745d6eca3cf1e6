// SPDX-License-Identifier: EUPL-1.2

/// PF2.10/5.1: all wallets of this solution were revoked.
struct SolutionRevoked: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case moreInformation
        case help
    }

    let row: Row = "PF2.10/5.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "PF2.10/5.1b", .help)),
            .illustration(.blocked),
            .title("solutionRevoked.title"),
            .paragraph("solutionRevoked.text"),
            .button(.secondary, "solutionRevoked.more", row: "PF2.10/5.1a", .moreInformation),
        ]
    }

    static func == (_: SolutionRevoked, _: SolutionRevoked) -> Bool { true }
}
