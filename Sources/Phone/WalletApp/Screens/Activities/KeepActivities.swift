// SPDX-License-Identifier: EUPL-1.2

/// history/1.1: tells if activities are kept, and what the person can do with all of them.
struct KeepActivities: Screen {
    /// The actions of the page.
    enum Action: Sendable {
        case save, deleteAll, stopKeeping, keepAgain, help, back
    }

    /// False if the person has switched the history off.
    let isKept: Bool
    /// False if there is no activity, not even one that cannot be read: nothing can be saved or deleted then.
    var hasActivities = true
    /// True if the phone has just taken the file.
    var isSaved = false

    let row: Row = "history/1.1"
    var pieces: [Piece<Action>] {
        let head: [Piece<Action>] = [
            .topBar(.back(row: "history/1.1f", .back), .help(row: "history/1.1e", .help)),
            .title("keepActivities.title"),
        ]
        let saved: [Piece<Action>] = isSaved ? [.banner(.info, "keepActivities.saved")] : []
        return head + saved + state + deletion
    }

    private var state: [Piece<Action>] {
        [
            .state(
                .clock, isKept ? "keepActivities.kept" : "keepActivities.notKept",
                detail: isKept ? "keepActivities.kept.detail" : "keepActivities.notKept.detail"),
            .list("keepActivities.title", hasActivities ? [save, keeping] : [keeping]),
        ]
    }

    private var deletion: [Piece<Action>] {
        guard hasActivities else { return [.paragraph("activities.none")] }
        return [
            .list(
                "keepActivities.deleteAll",
                .deletion("keepActivities.deleteAll", detail: "keepActivities.deleteAll.detail", row: "history/1.1b", .deleteAll))
        ]
    }

    private var save: Piece<Action>.ListEntry {
        .link("keepActivities.save", detail: "keepActivities.save.detail", icon: .share, row: "history/1.1a", .save)
    }

    private var keeping: Piece<Action>.ListEntry {
        isKept
            ? .link("keepActivities.stop", detail: "keepActivities.stop.detail", icon: .settings, row: "history/1.1c", .stopKeeping)
            : .link("keepActivities.again", detail: "keepActivities.again.detail", icon: .retry, row: "history/1.1d", .keepAgain)
    }
}
