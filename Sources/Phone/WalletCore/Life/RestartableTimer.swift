// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization

/// A timer that wakes one waiting task at an instant, or earlier after a change.
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
        await wait(deadline) { try await clock.sleep(until: $0) }
    }

    /// Waits until a wake-up or an instant of monotonic time.
    ///
    /// - Parameter deadline: an instant of `ClockBridge.steadyNow`; nil waits for a wake-up only.
    /// - Returns: true after a wake-up.
    @discardableResult
    func wait(untilSteady deadline: Date?, by clock: any ClockBridge) async -> Bool {
        await wait(deadline) { try await clock.sleep(untilSteady: $0) }
    }

    @discardableResult
    private func wait(_ deadline: Date?, sleep: @escaping @Sendable (Date) async throws -> Void) async -> Bool {
        await withTaskGroup { group in
            group.addTask { await self.waitForWake() }
            if let deadline {
                group.addTask {
                    try? await sleep(deadline)
                    return false
                }
            }
            var wasWoken = await group.next() ?? false
            group.cancelAll()
            // A wake-up at the instant of the deadline is not lost.
            for await isWake in group where isWake { wasWoken = true }
            return wasWoken
        }
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
