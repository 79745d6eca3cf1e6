// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// How often a clock is asked to wait for one instant. A clock that returns too early, or fails without a cancellation, breaks CLK-03 or
/// CLK-04. It is asked again a limited number of times, so that no caller that waits in a loop spins.
package enum ClockPatience {
    /// The largest number of times.
    package static let limit = 100

    /// Waits until an instant.
    ///
    /// - Parameters:
    ///   - limit: the largest number of times that the clock is asked.
    ///   - now: returns the clock's present instant.
    ///   - sleep: asks the clock to wait until an instant.
    /// - Returns: true if the instant has come or the task was cancelled; false if the clock does not wait.
    package static func passes(
        _ deadline: Date, limit: Int = ClockPatience.limit, now: @Sendable () -> Date, sleep: @Sendable (Date) async throws -> Void
    ) async -> Bool {
        for attempt in 0..<limit {
            // A clock that cuts off fractions is a little early. It is asked for a millisecond more each time.
            try? await sleep(deadline.addingTimeInterval(Double(attempt) / 1000))
            if Task.isCancelled || now() >= deadline { return true }
            await Task.yield()
        }
        return false
    }
}
