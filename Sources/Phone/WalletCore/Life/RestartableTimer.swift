// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization

/// A timer that wakes one waiting task at an instant, or earlier after a change.
///
/// A clock bridge that does not wait is asked a limited number of times (`ClockPatience`), so that no caller that waits in a loop spins or
/// sends requests without a pause.
///
/// An `AsyncStream` is not suitable, because it ends permanently when its waiting task is cancelled.
final class RestartableTimer: Sendable {
    private struct State {
        var isWoken = false
        var waiting: CheckedContinuation<Bool, Never>?

        mutating func takeWaiting() -> CheckedContinuation<Bool, Never>? {
            defer { waiting = nil }
            return waiting
        }
    }

    /// The end of a wait.
    enum End: Sendable {
        /// A wake-up.
        case woken
        /// The instant has come, or the task was cancelled.
        case over
        /// The clock does not wait for the instant.
        case clockFailed
    }

    private let state = Mutex(State())

    /// Ends the present wait, or else the next wait.
    func wake() {
        let waiting = state.withLock { state in
            state.isWoken = state.waiting == nil
            return state.takeWaiting()
        }
        waiting?.resume(returning: true)
    }

    /// Clears a pending wake-up; the work about to start covers it.
    func clearWake() {
        state.withLock { $0.isWoken = false }
    }

    /// Waits until a wake-up or an instant; for one task at a time. Returns when that task is cancelled.
    ///
    /// - Parameter deadline: nil waits for a wake-up only.
    func wait(until deadline: Date?, by clock: any ClockBridge) async {
        let end = await end(deadline, now: { clock.now }) { try await clock.sleep(until: $0) }
        if end == .clockFailed { _ = await self.end(untilSteady: nil, by: clock) }
    }

    /// Waits until a wake-up or an instant of monotonic time. If the clock does not wait, only a wake-up ends the wait.
    ///
    /// - Parameter deadline: an instant of `ClockBridge.steadyNow`; nil waits for a wake-up only.
    /// - Returns: true after a wake-up.
    @discardableResult
    func wait(untilSteady deadline: Date?, by clock: any ClockBridge) async -> Bool {
        switch await end(untilSteady: deadline, by: clock) {
        case .woken: return true
        case .over: return false
        case .clockFailed: return await end(untilSteady: nil, by: clock) == .woken
        }
    }

    /// Waits until a wake-up or an instant of monotonic time, and returns at once if the clock does not wait.
    ///
    /// - Parameter deadline: an instant of `ClockBridge.steadyNow`; nil waits for a wake-up only.
    func end(untilSteady deadline: Date?, by clock: any ClockBridge) async -> End {
        await end(deadline, now: { clock.steadyNow }) { try await clock.sleep(untilSteady: $0) }
    }

    private func end(
        _ deadline: Date?, now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Date) async throws -> Void
    ) async -> End {
        await withTaskGroup(of: End.self) { group in
            group.addTask { await self.waitForWake() ? .woken : .over }
            if let deadline {
                group.addTask { await ClockPatience.passes(deadline, now: now, sleep: sleep) ? .over : .clockFailed }
            }
            var end = await group.next() ?? .over
            group.cancelAll()
            // A wake-up at the instant of the deadline is not lost.
            for await other in group where other == .woken { end = .woken }
            return end
        }
    }

    /// Sleeps until an instant of monotonic time.
    ///
    /// - Parameters:
    ///   - deadline: an instant of `ClockBridge.steadyNow`.
    ///   - patience: the largest number of times that the clock is asked.
    /// - Returns: false if the clock does not wait, or the task was cancelled.
    static func passes(untilSteady deadline: Date, by clock: any ClockBridge, patience: Int) async -> Bool {
        let isOver = await ClockPatience.passes(
            deadline, limit: patience, now: { clock.steadyNow }, sleep: { try await clock.sleep(untilSteady: $0) })
        return isOver && !Task.isCancelled
    }

    private func waitForWake() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Bool? in
                    if state.isWoken {
                        state.isWoken = false
                        return true
                    }
                    // The cancel handler may have run already; then this is the only place that resumes.
                    if Task.isCancelled { return false }
                    state.waiting = continuation
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            state.withLock { $0.takeWaiting() }?.resume(returning: false)
        }
    }
}
