// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// A clock that only a test moves, so that sleeping code is tested without sleeping.
package final class ManualClock: Clock {
    /// The distance by which the clock was moved.
    package struct Instant: InstantProtocol {
        fileprivate var offset = Duration.zero

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        package func duration(to other: Instant) -> Duration { other.offset - offset }

        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant()
        var lastNumber = 0
        var sleepers: [Int: Sleeper] = [:]
        /// Sleepers whose task was cancelled before they slept.
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())
    private let (sleeps, sleepBegan) = AsyncStream.makeStream(of: Duration.self)

    package init() {}

    package var now: Instant { state.withLock { $0.now } }

    package var minimumResolution: Duration { .zero }

    /// Sleeps until the clock has been moved to the deadline.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ending = state.withLock { state -> Result<Void, any Error>? in
                    if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
                    sleepBegan.yield(state.now.duration(to: deadline))
                    return nil
                }
                if let ending { continuation.resume(with: ending) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: number)
                if sleeper == nil { state.cancelled.insert(number) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Waits for the next sleep to begin, one call each; from one task only.
    ///
    /// - Returns: the duration of the sleep.
    package func nextSleep() async -> Duration? {
        await sleeps.first { _ in true }
    }

    /// The number of tasks that sleep.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Moves the clock forward and wakes the sleepers whose time has come.
    package func advance(by duration: Duration) {
        let awake = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let awake = state.sleepers.filter { $0.value.deadline <= state.now }
            for number in awake.keys { state.sleepers[number] = nil }
            return awake.values
        }
        for sleeper in awake { sleeper.continuation.resume() }
    }
}
