// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

/// A clock that skips short waits, such as for retries. Longer periods, of an hour or more, are not skipped.
struct ImpatientClock: ClockBridge {
    let clock: any ClockBridge
    let trap: Trap
    let reception: Reception

    /// The longest wait that is skipped, in seconds.
    private static let patience: TimeInterval = 600

    var now: Date { clock.now }

    var steadyNow: Date { clock.steadyNow }

    func sleep(until deadline: Date) async throws {
        guard deadline.timeIntervalSince(now) <= Self.patience else { return try await clock.sleep(until: deadline) }
        try await skip(deadline.timeIntervalSince(now))
    }

    func sleep(untilSteady deadline: Date) async throws {
        guard deadline.timeIntervalSince(steadyNow) <= Self.patience else { return try await clock.sleep(untilSteady: deadline) }
        try await skip(deadline.timeIntervalSince(steadyNow))
    }

    private func skip(_ seconds: TimeInterval) async throws {
        await reception.waitUntilSettled()
        try Task.checkCancellation()
        trap.letTimePass(seconds)
        await Task.yield()
    }
}
