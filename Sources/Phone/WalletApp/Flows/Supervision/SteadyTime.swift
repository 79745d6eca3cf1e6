// SPDX-License-Identifier: EUPL-1.2

package import Foundation

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
}
