// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import PlatformSupport
import Synchronization

/// The computer's time and an offset that can be moved, so that waits can be walked through. The demo's servers run on one as well.
///
/// It never goes back by itself. What it is turned by is no time that goes by: its steady time stays as it is. Moving it wakes every sleeper whose instant has come; the others wait for theirs anew.
package final class VirtualClock: ClockBridge {
    private struct State {
        var offset: TimeInterval
        /// How much of the offset is no time that went by.
        var error: TimeInterval
        /// Counts the moves, so that no sleeper misses one.
        var moves = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter = 0
    }

    private let state: Mutex<State>
    private let base: @Sendable () -> Date
    private let steadyBase: @Sendable () -> Date

    /// When the process began, on both of the computer's clocks.
    private static let beginning = (shown: Date(), steady: ContinuousClock.now)

    /// - Parameters:
    ///   - offset: how far ahead of the base it starts, in seconds; less than 0 for behind it.
    ///   - error: how much further ahead it was turned, in seconds; less than 0 for back.
    ///   - base: the time that it follows; the computer's unless told. Its steady time then follows the computer's `ContinuousClock`, which
    ///     counts through sleep and does not know of a computer whose own clock is set.
    package init(offset: TimeInterval = 0, error: TimeInterval = 0, base: (@Sendable () -> Date)? = nil) {
        state = Mutex(State(offset: offset + error, error: error))
        self.base = base ?? { Date() }
        steadyBase = base ?? { Self.beginning.shown.addingTimeInterval((ContinuousClock.now - Self.beginning.steady) / .seconds(1)) }
    }

    /// The base's time and the offset.
    package var now: Date { base().addingTimeInterval(offset) }

    /// How far ahead of the base it is, in seconds.
    package var offset: TimeInterval { state.withLock { $0.offset } }

    /// The base's time and what it was moved forward, without what it was turned. It counts through sleep.
    package var steadyNow: Date { steadyBase().addingTimeInterval(steadyOffset) }

    /// How far its steady time is ahead of the base, in seconds.
    package var steadyOffset: TimeInterval { state.withLock { $0.offset - $0.error } }

    /// Moves the clock forward and wakes whom it concerns.
    ///
    /// - Parameter seconds: how far; anything that is not more than 0 does nothing.
    package func advance(by seconds: TimeInterval) {
        guard seconds > 0 else { return }
        move(by: seconds, isError: false)
    }

    /// Turns the clock forward or back, without any time going by, and wakes whom it concerns.
    ///
    /// - Parameter seconds: how far, less than 0 for back; nothing that is not finite does anything.
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

    /// Waits until the clock shows an instant: by itself or because it is moved.
    ///
    /// - Throws: `CancellationError`.
    package func sleep(until deadline: Date) async throws {
        try await sleep { deadline.timeIntervalSince(self.now) }
    }

    /// Waits until an instant of steady time has come: by itself or because time is moved.
    ///
    /// - Throws: `CancellationError`.
    package func sleep(untilSteady deadline: Date) async throws {
        try await sleep { deadline.timeIntervalSince(self.steadyNow) }
    }

    /// - Parameter timeLeft: in seconds, asked for anew after every move.
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

    /// Returns when the clock has been moved after that many moves, or the task is cancelled.
    private func waitForMove(after moves: Int) async {
        let waiter = state.withLock { state in
            defer { state.nextWaiter += 1 }
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // The cancel handler may have run already; then nobody else would resume.
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
