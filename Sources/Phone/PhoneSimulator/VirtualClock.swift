// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import PlatformSupport
import Synchronization

/// A clock with a movable offset from the computer's time, so that waits can be skipped. The demo's servers use it too.
///
/// The clock never moves back by itself. Setting it changes only the wall clock, not its monotonic time. Moving it wakes every sleeper
/// whose deadline has passed; the other sleepers stay asleep.
package final class VirtualClock: ClockBridge {
    private struct State {
        var offset: TimeInterval
        /// The part of the offset that comes from setting the clock, not from moving it.
        var error: TimeInterval
        /// The number of moves; sleepers compare it, so that none misses a move.
        var moves = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter = 0
    }

    private let state: Mutex<State>
    private let base: @Sendable () -> Date
    private let steadyBase: @Sendable () -> Date

    /// The start of the process, on both of the computer's clocks.
    private static let beginning = (shown: Date(), steady: ContinuousClock.now)

    /// - Parameters:
    ///   - offset: the initial distance ahead of the base, in seconds; negative for behind.
    ///   - error: the additional distance by which the wall clock was set, in seconds; negative for back.
    ///   - base: the time to follow; by default the computer's. Its monotonic time then follows the computer's `ContinuousClock`, which
    ///     counts through sleep and ignores changes of the computer's clock.
    package init(offset: TimeInterval = 0, error: TimeInterval = 0, base: (@Sendable () -> Date)? = nil) {
        state = Mutex(State(offset: offset + error, error: error))
        self.base = base ?? { Date() }
        steadyBase = base ?? { Self.beginning.shown.addingTimeInterval((ContinuousClock.now - Self.beginning.steady) / .seconds(1)) }
    }

    /// The base's time plus the offset.
    package var now: Date { base().addingTimeInterval(offset) }

    /// The distance ahead of the base, in seconds.
    package var offset: TimeInterval { state.withLock { $0.offset } }

    /// Monotonic time: the base's monotonic time plus all moves, without changes of the wall clock. It continues during sleep.
    package var steadyNow: Date { steadyBase().addingTimeInterval(steadyOffset) }

    /// The distance of monotonic time ahead of the base, in seconds.
    package var steadyOffset: TimeInterval { state.withLock { $0.offset - $0.error } }

    /// Moves the clock forward and wakes the sleepers whose deadline has passed.
    ///
    /// - Parameter seconds: the distance; values of 0 or less do nothing.
    package func advance(by seconds: TimeInterval) {
        guard seconds > 0 else { return }
        move(by: seconds, isError: false)
    }

    /// Sets the wall clock forward or back, without time passing, and wakes the sleepers whose deadline has passed.
    ///
    /// - Parameter seconds: the distance, negative for back; values that are not finite do nothing.
    package func turn(by seconds: TimeInterval) {
        move(by: seconds, isError: true)
    }

    private func move(by seconds: TimeInterval, isError: Bool) {
        guard seconds != 0, seconds.isFinite else { return }
        let waiting = state.withLock { state in
            state.offset += seconds
            if isError { state.error += seconds }
            state.moves += 1
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until the wall clock reaches an instant, by itself or by a move.
    ///
    /// - Throws: `CancellationError`.
    package func sleep(until deadline: Date) async throws {
        try await sleep { deadline.timeIntervalSince(self.now) }
    }

    /// Waits until monotonic time reaches an instant, by itself or by a move.
    ///
    /// - Throws: `CancellationError`.
    package func sleep(untilSteady deadline: Date) async throws {
        try await sleep { deadline.timeIntervalSince(self.steadyNow) }
    }

    /// - Parameter timeLeft: the remaining seconds, evaluated again after every move.
    private func sleep(_ timeLeft: () -> TimeInterval) async throws {
        while true {
            try Task.checkCancellation()
            let moves = state.withLock { $0.moves }
            let rest = timeLeft()
            guard rest > 0 else { return }
            await withTaskGroup { group in
                group.addTask { try? await Task.sleep(for: .seconds(min(rest, 86_400))) }
                group.addTask { await self.waitForMove(after: moves) }
                await group.next()
                group.cancelAll()
            }
        }
    }

    /// Returns when the clock has moved beyond that number of moves, or when the task is cancelled.
    private func waitForMove(after moves: Int) async {
        let waiter = state.withLock { state in
            defer { state.nextWaiter += 1 }
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // The cancel handler may have run already; then this is the only place that resumes.
                    guard state.moves == moves, !Task.isCancelled else { return true }
                    state.waiting[waiter] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: waiter) }?.resume()
        }
    }
}
