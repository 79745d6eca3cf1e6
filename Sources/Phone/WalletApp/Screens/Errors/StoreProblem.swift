// SPDX-License-Identifier: EUPL-1.2

/// Error: the wallet's store cannot be read or written. A specific form of Generic.
struct StoreProblem: Screen {
    enum Problem: String, Sendable {
        case damaged
        case tooNew
        case full
        /// The phone was not unlocked since its start.
        case phoneLocked
        /// The wallet was deleted remotely, and its data cannot be erased yet.
        case notErased

        /// True if deleting the wallet is a solution. A full phone needs free space, a locked one its user; a
        /// deleted wallet is already being erased.
        var canDelete: Bool {
            switch self {
            case .damaged, .tooNew: true
            case .full, .phoneLocked, .notErased: false
            }
        }
    }

    /// The user's actions, in addition to the design.
    enum Action: Sendable {
        case retry
        case delete
        case help
    }

    let problem: Problem

    let row: Row = "error/Generic"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "error/Generic.help", .help)),
            .illustration(.genericError),
            .title(Text("storeProblem.\(problem.rawValue).title")),
            .paragraph(Text("storeProblem.\(problem.rawValue).text")),
            .button(.primary, "common.retry", row: "error/Generic.retry", .retry),
        ] + (problem.canDelete ? [.button(.destructive, "storeProblem.delete", row: "error/Generic.delete", .delete)] : [])
    }
}
