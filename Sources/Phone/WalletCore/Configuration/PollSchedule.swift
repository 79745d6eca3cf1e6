// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The schedule of requests for a document: at its interval, with exponential back-off after failures, and with jitter so that phones do
/// not poll in step.
struct PollSchedule: Sendable, Equatable {
    /// The number of failed polls since the last success.
    private(set) var failures = 0

    /// The delay after the first failure, in seconds.
    static let firstRetry: TimeInterval = 30

    /// The shortest delay after a success, in seconds, for a configured time between two polls.
    static func shortestDelay(interval: TimeInterval) -> TimeInterval { interval * 0.9 }

    mutating func noteSuccess() { failures = 0 }

    mutating func noteFailure() { failures = min(failures + 1, 32) }

    /// Returns the delay, in seconds.
    ///
    /// - Parameters:
    ///   - interval: the configured time between two polls, in seconds.
    ///   - chance: 0 ..< 1, drawn for each poll.
    func delay(interval: TimeInterval, chance: Double) -> TimeInterval {
        guard failures > 0 else { return Self.shortestDelay(interval: interval) + interval * 0.2 * chance }
        let longest = min(Self.firstRetry * pow(2, Double(failures - 1)), interval)
        return longest * (0.5 + 0.5 * chance)
    }
}
