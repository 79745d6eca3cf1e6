// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import ObservedValues
import PlatformSupport

/// Monotonic time, which counts through sleep and ignores changes of the wall clock. Waits use it. Its instants have no meaning outside the
/// process.
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

    /// Waits until an instant has come. A clock that does not wait (CLK-03, CLK-04) is asked a limited number of times; then only a
    /// cancellation ends the wait, so that a flow that shows a screen until the instant does not show it again and again.
    ///
    /// - Throws: `CancellationError`.
    func wait(until deadline: Date) async throws {
        guard try await !passes(deadline) else { return }
        _ = try await ObservedValue(false).next(otherThan: false)
    }

    /// Waits until an instant has come, or a clock that does not wait has been asked a limited number of times: for a flow that must go on.
    ///
    /// - Returns: false if the clock does not wait.
    /// - Throws: `CancellationError`.
    @discardableResult
    func passes(_ deadline: Date) async throws -> Bool {
        guard now() < deadline else { return true }
        let isOver = await ClockPatience.passes(deadline, now: now, sleep: sleep)
        try Task.checkCancellation()
        return isOver
    }
}
