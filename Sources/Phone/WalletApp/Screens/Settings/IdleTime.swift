// SPDX-License-Identifier: EUPL-1.2

/// idle/1: after how long without use the wallet locks.
struct IdleTime: Screen {
    /// What the person can do.
    enum Action: Sendable, Equatable {
        case choose(Choice), back
    }

    /// A time that can be chosen.
    struct Choice: Sendable, Equatable {
        /// The row that it takes.
        let row: Row
        /// In seconds; nil follows the configuration.
        let seconds: Int?
    }

    /// What is configured, in seconds: the longest time that there is.
    let longest: Int
    /// What is in force, in seconds.
    let current: Int

    /// The shorter times, of which those are offered that are shorter than configured.
    private static let shorter = [
        Choice(row: "idle/1a", seconds: 60), Choice(row: "idle/1b", seconds: 120), Choice(row: "idle/1c", seconds: 180),
        Choice(row: "idle/1d", seconds: 300),
    ]

    let row: Row = "idle/1"
    var pieces: [Piece<Action>] {
        let choices = Self.shorter.filter { $0.seconds.map { $0 < longest } ?? false } + [Choice(row: "idle/1e", seconds: nil)]
        return [
            .topBar(.back(row: "idle/1f", .back)),
            .title("idleTime.title"),
            .paragraph("idleTime.text"),
            .list("idleTime.title", choices.map(entry)),
        ]
    }

    private func entry(_ choice: Choice) -> Piece<Action>.ListEntry {
        let seconds = choice.seconds ?? longest
        let label = seconds % 60 == 0 ? Text("idleTime.minutes", .number(seconds / 60)) : Text("idleTime.seconds", .number(seconds))
        return seconds == current ? .chosen(label) : .option(label, row: choice.row, .choose(choice))
    }
}
