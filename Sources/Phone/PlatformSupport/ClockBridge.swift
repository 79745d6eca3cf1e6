// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The phone's time: the clock that its user can turn, and steady time, which nobody turns. Both count through sleep, and on a simulated phone
/// time can be moved forward.
package protocol ClockBridge: Sendable {
    /// The present instant, as the phone's clock shows it.
    var now: Date { get }

    /// The present instant of steady time: it runs on through sleep at its own pace, whatever the phone's clock is set to. The lock counts on
    /// both properties.
    ///
    /// Where it begins means nothing. Its instants are compared with each other alone, within one process, and are never kept. On an iPhone:
    /// `ContinuousClock`, counted from any instant; `SuspendingClock` would stand still while the phone sleeps. On Android:
    /// `SystemClock.elapsedRealtime`.
    var steadyNow: Date { get }

    /// Waits until an instant has come; returns at once when it has passed.
    ///
    /// - Throws: `CancellationError`.
    func sleep(until deadline: Date) async throws

    /// Waits until an instant of steady time has come; returns at once when it has passed.
    ///
    /// - Throws: `CancellationError`.
    func sleep(untilSteady deadline: Date) async throws
}
