// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization

/// Wakes one waiting task: at an instant, or earlier because something has changed.
///
/// An `AsyncStream` would not do: it ends for good when a task that waits for it is cancelled.
final class Alarm: Sendable {
    private struct State {
        var isRung = false
        var waiting: CheckedContinuation<Void, Never>?

        mutating func takeWaiting() -> CheckedContinuation<Void, Never>? {
            defer { waiting = nil }
            return waiting
        }
    }

    private let state = Mutex(State())

    /// Ends the present wait, or else the next one.
    func ring() {
        let waiting = state.withLock { state in
            state.isRung = state.waiting == nil
            return state.takeWaiting()
        }
        waiting?.resume()
    }

    /// Takes back a ring that nobody has waited for: what is about to be done serves it.
    func hush() {
        state.withLock { $0.isRung = false }
    }

    /// Waits until it rings or an instant has come; for one task at a time. Returns when that task is cancelled.
    ///
    /// - Parameter deadline: nil waits for a ring only.
    func wait(until deadline: Date?, by clock: any ClockBridge) async {
        guard let deadline else { return await waitForRing() }
        await waitForRing(orEndOf: { try? await clock.sleep(until: deadline) })
    }

    /// The same, until an instant of steady time.
    func wait(untilSteady deadline: Date?, by clock: any ClockBridge) async {
        guard let deadline else { return await waitForRing() }
        await waitForRing(orEndOf: { try? await clock.sleep(untilSteady: deadline) })
    }

    private func waitForRing(orEndOf sleep: @escaping @Sendable () async -> Void) async {
        await withTaskGroup { group in
            group.addTask { await self.waitForRing() }
            group.addTask { await sleep() }
            await group.next()
            group.cancelAll()
        }
    }

    private func waitForRing() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // The cancel handler may have run already; then nobody else would resume.
                    guard !state.isRung, !Task.isCancelled else {
                        state.isRung = false
                        return true
                    }
                    state.waiting = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.takeWaiting() }?.resume()
        }
    }
}
