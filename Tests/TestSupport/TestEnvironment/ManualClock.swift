// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// A clock that stands still until a test moves it, so that what sleeps by it is tested without sleeping.
package final class ManualClock: Clock {
    /// How far the clock was moved.
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
        /// Those whose task was cancelled before they slept.
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())
    private let (sleeps, sleepBegan) = AsyncStream.makeStream(of: Duration.self)

    /// A clock that nobody sleeps by yet.
    package init() {}

    /// Where it stands.
    package var now: Instant { state.withLock { $0.now } }

    /// It is exact.
    package var minimumResolution: Duration { .zero }

    /// Suspends until the clock has been moved there.
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

    /// Waits for the next sleep to begin, one call for each; from one task only.
    ///
    /// - Returns: how long it is to last.
    package func nextSleep() async -> Duration? {
        await sleeps.first { _ in true }
    }

    /// Moves the clock forward and wakes who has slept long enough.
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
