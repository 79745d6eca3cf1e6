// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import ObservedValues

/// Monotonic time, which counts through sleep and ignores changes of the wall clock. Waits use it. Its instants have no meaning outside the process.
///
/// - SeeAlso: `ClockBridge.steadyNow`.
package struct SteadyTime: Sendable {
    /// Returns the present instant.
    let now: @Sendable () -> Date
    /// Waits until an instant; throws `CancellationError`.
    let sleep: @Sendable (Date) async throws -> Void

    /// - Parameters:
    ///   - now: returns the present instant.
    ///   - sleep: waits until an instant; throws `CancellationError`.
    package init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Date) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// The largest number of times that the clock is asked to wait for one instant.
    static let patience = 100

    /// Waits until an instant has come. A clock that does not wait (CLK-03, CLK-04) is asked a limited number of times; then only a cancellation
    /// ends the wait, so that a flow that shows a screen until the instant does not show it again and again.
    ///
    /// - Throws: `CancellationError`.
    func wait(until deadline: Date) async throws {
        for attempt in 0..<Self.patience {
            guard now() < deadline else { return }
            // A clock that cuts off fractions is a little early. It is asked for a millisecond more each time.
            try? await sleep(deadline.addingTimeInterval(Double(attempt) / 1000))
            try Task.checkCancellation()
            await Task.yield()
        }
        guard now() < deadline else { return }
        _ = try await ObservedValue(false).next(otherThan: false)
    }
}
