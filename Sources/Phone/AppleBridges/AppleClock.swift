// SPDX-License-Identifier: EUPL-1.2

#if canImport(Security)

import Foundation
import PlatformSupport

/// The clocks of an Apple device. `ContinuousClock` counts through sleep, and no user sets it.
struct AppleClock: ClockBridge {
    private let clock = ContinuousClock()
    private let origin: ContinuousClock.Instant
    /// The longest sleep before the wall clock is read again, because a user may set it.
    private static let step: TimeInterval = 10

    init() {
        origin = clock.now
    }

    var now: Date { Date() }

    var steadyNow: Date { Date(timeIntervalSinceReferenceDate: origin.duration(to: clock.now) / .seconds(1)) }

    func sleep(until deadline: Date) async throws {
        try Task.checkCancellation()
        while case let left = deadline.timeIntervalSince(now), left > 0 {
            try await clock.sleep(for: .seconds(min(left, Self.step)))
        }
    }

    func sleep(untilSteady deadline: Date) async throws {
        try Task.checkCancellation()
        try await clock.sleep(until: origin + .seconds(deadline.timeIntervalSinceReferenceDate))
    }
}

#endif
