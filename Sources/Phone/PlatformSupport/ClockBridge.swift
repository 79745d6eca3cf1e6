// SPDX-License-Identifier: EUPL-1.2

public import Foundation

/// The phone's time: wall-clock time, which the user can set, and monotonic time, which nothing sets. Both count through sleep. On a
/// simulated phone both can be moved forward.
///
/// Promises, each with one check in `WalletPlatformTesting`:
/// - CLK-01: Monotonic time never goes back.
/// - CLK-02: A wait for an instant that has passed returns at once.
/// - CLK-03: A cancelled wait throws `CancellationError`.
/// - CLK-04: Both times pass alike, and a wait ends at its instant.
/// - CLK-05: Setting the wall clock moves the wall clock, and not monotonic time.
///
/// `now` and `steadyNow` are synchronous, so no time limit protects the core from a clock that does not return them. The core's time limits
/// are waits of this clock: if it does not wait, calls have no limit. If it does not end a cancelled wait, the wallet goes on all the same.
public protocol ClockBridge: Sendable {
    /// The present wall-clock time of the phone.
    var now: Date { get }

    /// The present monotonic time. It runs through sleep and does not follow changes of the wall clock. The lock relies on both properties.
    ///
    /// The origin is arbitrary. Instants are compared only with each other, within one process, and are never stored. On an iPhone:
    /// `ContinuousClock`, counted from an arbitrary instant; `SuspendingClock` would stop while the phone sleeps. On Android:
    /// `SystemClock.elapsedRealtime`.
    var steadyNow: Date { get }

    /// Waits until an instant of wall-clock time; returns at once if it has passed.
    ///
    /// - Throws: `CancellationError`.
    func sleep(until deadline: Date) async throws

    /// Waits until an instant of monotonic time; returns at once if it has passed.
    ///
    /// - Throws: `CancellationError`.
    func sleep(untilSteady deadline: Date) async throws
}
