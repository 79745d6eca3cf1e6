// SPDX-License-Identifier: EUPL-1.2

/// Error: the wallet's store, or a key in the phone's hardware, cannot be used. A specific form of Generic.
struct StoreProblem: Screen {
    enum Problem: String, Sendable {
        case damaged
        case tooNew
        case full
        /// The data is a copy of another phone's wallet.
        case otherPhone
        /// The phone's key hardware does not answer.
        case hardwareFailed
        /// The phone was not unlocked since its start.
        case phoneLocked
        /// The wallet was deleted remotely, and its data cannot be erased yet.
        case notErased

        /// The label of the button that deletes the wallet; nil if deleting is no solution. A full phone needs free space, a locked one its
        /// user, failing hardware a restart; a deleted wallet is already being erased.
        var deletion: Text? {
            switch self {
            case .damaged, .tooNew: "storeProblem.delete"
            case .otherPhone: "storeProblem.deleteCopy"
            case .full, .hardwareFailed, .phoneLocked, .notErased: nil
            }
        }

        /// The picture of this kind of fault.
        var picture: Illustration {
            switch self {
            case .damaged: .storeDamaged
            case .notErased: .remove
            case .tooNew: .update
            case .full: .storeFull
            case .otherPhone, .hardwareFailed: .phoneKey
            case .phoneLocked: .phoneLocked
            }
        }

        /// True if a retry can succeed. A copy never opens here.
        var canRetry: Bool { self != .otherPhone }
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
            .illustration(problem.picture),
            .title(Text("storeProblem.\(problem.rawValue).title")),
            .paragraph(Text("storeProblem.\(problem.rawValue).text")),
        ] + retry + deletion
    }

    private var retry: [Piece<Action>] {
        problem.canRetry ? [.button(.primary, "common.retry", row: "error/Generic.retry", .retry)] : []
    }

    private var deletion: [Piece<Action>] {
        guard let label = problem.deletion else { return [] }
        return [.button(.destructive, label, row: "error/Generic.delete", .delete)]
    }
}
