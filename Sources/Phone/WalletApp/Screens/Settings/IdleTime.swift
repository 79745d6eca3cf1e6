// SPDX-License-Identifier: EUPL-1.2

/// idle/1: the idle time after which the wallet locks.
struct IdleTime: Screen {
    /// The user's actions, in addition to the design.
    enum Action: Sendable, Equatable {
        case choose(Choice), back
    }

    /// An idle time on offer.
    struct Choice: Sendable, Equatable {
        let row: Row
        /// The idle time in seconds; nil for the configured time.
        let seconds: Int?
    }

    /// The configured idle time, in seconds, which is the longest.
    let longest: Int
    /// The present idle time, in seconds.
    let current: Int

    /// The shorter times; only those below the configured time are offered.
    private static let shorter = [
        Choice(row: "idle/1a", seconds: 60), Choice(row: "idle/1b", seconds: 120), Choice(row: "idle/1c", seconds: 180),
        Choice(row: "idle/1d", seconds: 300),
    ]

    let row: Row = "idle/1"
    let helpTopic: String? = "idle"
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
        let label = Self.label(seconds)
        return seconds == current ? .chosen(label) : .option(label, row: choice.row, .choose(choice))
    }

    /// An idle time in words, in whole minutes if it has no other seconds.
    static func label(_ seconds: Int) -> Text {
        seconds % 60 == 0 ? Text("idleTime.minutes", .number(seconds / 60)) : Text("idleTime.seconds", .number(seconds))
    }
}
