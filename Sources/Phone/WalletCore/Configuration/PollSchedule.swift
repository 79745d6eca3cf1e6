// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// When a document is asked for next: at its interval, after failures sooner and then less and less often, and never all phones at once.
struct PollSchedule: Sendable, Equatable {
    /// How many polls have failed since the last that did not.
    private(set) var failures = 0

    /// The wait after the first failure, in seconds.
    static let firstRetry: TimeInterval = 30

    mutating func noteSuccess() { failures = 0 }

    mutating func noteFailure() { failures = min(failures + 1, 32) }

    /// How long to wait, in seconds.
    ///
    /// - Parameters:
    ///   - interval: the configured time between two polls, in seconds.
    ///   - chance: 0 ..< 1, drawn anew for every poll.
    func delay(interval: TimeInterval, chance: Double) -> TimeInterval {
        guard failures > 0 else { return interval * (0.9 + 0.2 * chance) }
        let longest = min(Self.firstRetry * pow(2, Double(failures - 1)), interval)
        return longest * (0.5 + 0.5 * chance)
    }
}
