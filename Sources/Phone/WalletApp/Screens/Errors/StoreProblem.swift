// SPDX-License-Identifier: EUPL-1.2

/// Error: the wallet's own store cannot be read or written. A kind of Generic that can say what is the matter.
struct StoreProblem: Screen {
    /// What is the matter with the store.
    enum Problem: String, Sendable {
        case damaged
        case tooNew
        case full
        /// The wallet was deleted from elsewhere, and its data cannot be erased yet.
        case notErased

        /// Whether deleting the wallet is a way out. A full phone needs room; a deleted wallet is being erased already.
        var canDelete: Bool {
            switch self {
            case .damaged, .tooNew: true
            case .full, .notErased: false
            }
        }
    }

    /// What the person can do.
    enum Action: Sendable {
        case retry
        case delete
        case help
    }

    /// What is the matter.
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
