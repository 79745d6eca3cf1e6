// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

extension ConformanceSuite {
    /// The promises of `ClockBridge`.
    static let clocks: [Promise] = [
        Promise("CLK-01", "Monotonic time never goes back.") { trial in
            let clock = trial.bridges.clock
            var last = clock.steadyNow
            for _ in 0..<1000 {
                let now = clock.steadyNow
                try trial.require(now >= last, "it went back")
                last = now
            }
        },
        Promise("CLK-02", "A wait for an instant that has passed returns at once.") { trial in
            let clock = trial.bridges.clock
            try await clock.sleep(until: clock.now.addingTimeInterval(-1))
            try await clock.sleep(untilSteady: clock.steadyNow.addingTimeInterval(-1))
        },
        Promise("CLK-03", "A cancelled wait throws `CancellationError`.") { trial in
            let clock = trial.bridges.clock
            try await trial.require(cancelling: { try await clock.sleep(until: clock.now.addingTimeInterval(3600)) })
            try await trial.require(cancelling: { try await clock.sleep(untilSteady: clock.steadyNow.addingTimeInterval(3600)) })
        },
        Promise("CLK-04", "Both times pass alike, and a wait ends at its instant.") { trial in
            let clock = trial.bridges.clock
            let (wall, steady) = (clock.now, clock.steadyNow)
            async let waits: Void = clock.sleep(until: wall.addingTimeInterval(60))
            async let steadyWaits: Void = clock.sleep(untilSteady: steady.addingTimeInterval(60))
            try await trial.phone.perform(.waitSeconds(60))
            _ = try await (waits, steadyWaits)
            let passed = (clock.now.timeIntervalSince(wall), clock.steadyNow.timeIntervalSince(steady))
            try trial.require(passed.0 >= 60 && passed.1 >= 60, "a wait ended early")
            try trial.require(abs(passed.0 - passed.1) < 1, "the times differ")
        },
        Promise("CLK-05", "Setting the wall clock moves the wall clock, and not monotonic time.") { trial in
            let clock = trial.bridges.clock
            let (wall, steady) = (clock.now, clock.steadyNow)
            try await trial.phone.perform(.turnClock(7200))
            let moved = (clock.now.timeIntervalSince(wall), clock.steadyNow.timeIntervalSince(steady))
            try await trial.phone.perform(.turnClock(-7200))
            try trial.require(moved.0 >= 7200, "the wall clock did not move")
            try trial.require(moved.1 < 3600, "monotonic time moved")
        },
    ]
}

extension Trial {
    /// - Throws: `Broken` unless the wait throws `CancellationError` when it is cancelled.
    fileprivate func require(cancelling wait: @escaping @Sendable () async throws -> Void) async throws {
        let (beginnings, beginning) = AsyncStream.makeStream(of: Void.self)
        let isCancelled = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                beginning.yield()
                do {
                    try await wait()
                    return false
                } catch {
                    return error is CancellationError
                }
            }
            // Most likely the wait runs by then. A clock may look at the cancellation before it waits, and not while it waits.
            for await _ in beginnings { break }
            for _ in 0..<100 { await Task.yield() }
            group.cancelAll()
            return await group.next() ?? false
        }
        try require(isCancelled, "it did not")
    }
}
