// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization

/// Wakes one waiting task: at an instant, or earlier because something has changed.
///
/// An `AsyncStream` would not do: it ends for good when a task that waits for it is cancelled.
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

    /// Ends the present wait, or else the next one.
    func wake() {
        let waiting = state.withLock { state in
            state.isWoken = state.waiting == nil
            return state.takeWaiting()
        }
        waiting?.resume(returning: true)
    }

    /// Takes back a ring that nobody has waited for: what is about to be done serves it.
    func clearWake() {
        state.withLock { $0.isWoken = false }
    }

    /// Waits until it rings or an instant has come; for one task at a time. Returns when that task is cancelled.
    ///
    /// - Parameter deadline: nil waits for a ring only.
    func wait(until deadline: Date?, by clock: any ClockBridge) async {
        await wait(deadline) { try await clock.sleep(until: $0) }
    }

    /// The same by steady time, which nobody turns.
    ///
    /// - Parameter deadline: an instant of `ClockBridge.steadyNow`; nil waits for a ring only.
    /// - Returns: whether it has rung.
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
            // A ring in the instant in which the time came is not lost.
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
                    // The cancel handler may have run already; then nobody else would resume.
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
