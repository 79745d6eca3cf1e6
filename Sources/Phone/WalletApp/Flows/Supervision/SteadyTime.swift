// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// Time that the user cannot turn and that counts through sleep; waits run on it. Its instants mean nothing outside the process.
///
/// - SeeAlso: `ClockBridge.steadyNow`.
package struct SteadyTime: Sendable {
    /// The present instant.
    let now: @Sendable () -> Date
    /// Waits until an instant; throws `CancellationError`.
    let sleep: @Sendable (Date) async throws -> Void

    /// - Parameters:
    ///   - now: the present instant.
    ///   - sleep: waits until an instant; throws `CancellationError`.
    package init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Date) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }
}
