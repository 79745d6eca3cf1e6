// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization

/// A question to a server whose answer callers wait for during a limited time.
///
/// A background task of the core asks it. A failure ends the question as an answer does: an offline phone makes nobody wait.
final class TimedQuestion: Sendable {
    /// How long callers wait at most, in seconds, counted from when the question left (budget of PF1.4/1.1).
    static let budget: TimeInterval = 1.5

    private struct State {
        /// How often it was asked.
        var asked = 0
        /// The number of the newest one that has ended.
        var ended = 0
        var leftAt = Date.distantPast
        /// Whether a background task asks: nobody waits for an answer that cannot come.
        var isServed = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiting = 0

        var isOpen: Bool { isServed && ended < asked }

        mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
            guard !isOpen else { return [] }
            defer { waiting = [:] }
            return Array(waiting.values)
        }
    }

    private let state = Mutex(State())

    /// Whether it has left and has no answer yet.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Whether a background task asks it.
    var isServed: Bool { state.withLock { $0.isServed } }

    // MARK: Asking

    /// The question leaves now, whatever became of an earlier one.
    ///
    /// - Parameter now: the instant in steady time.
    func ask(at now: Date) {
        state.withLock { state in
            state.asked += 1
            state.leftAt = now
        }
    }

    /// The question leaves now, unless an earlier one has no answer yet: that one counts, with its own budget.
    ///
    /// - Parameter now: the instant in steady time.
    /// - Returns: whether it leaves now.
    func askUnlessOpen(at now: Date) -> Bool {
        state.withLock { state in
            guard !state.isOpen else { return false }
            state.asked += 1
            state.leftAt = now
            return true
        }
    }

    // MARK: Answering, by the background task

    /// Callers wait while the body runs, which asks and ends questions; after it nobody waits.
    func serve(_ body: () async -> Void) async {
        setServed(true)
        await body()
        setServed(false)
    }

    /// The number of the newest question. The background task reads it before it asks.
    var number: Int { state.withLock { $0.asked } }

    /// All questions up to that number are answered or have failed.
    func end(_ number: Int) { release { $0.ended = max($0.ended, number) } }

    private func setServed(_ isServed: Bool) { release { $0.isServed = isServed } }

    private func release(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            return state.takeWaiting()
        }
        for continuation in waiting { continuation.resume() }
    }

    // MARK: Waiting

    /// Waits until the question is answered or has failed, its budget is over, or the task is cancelled.
    func wait(by clock: any ClockBridge) async {
        let deadline = state.withLock { $0.isOpen ? $0.leftAt.addingTimeInterval(Self.budget) : nil }
        guard let deadline, clock.steadyNow < deadline else { return }
        await withTaskGroup { group in
            group.addTask { await self.waitForEnd() }
            group.addTask { try? await clock.sleep(untilSteady: deadline) }
            await group.next()
            group.cancelAll()
        }
    }

    private func waitForEnd() async {
        let id = state.withLock { state in
            state.lastWaiting += 1
            return state.lastWaiting
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // The cancel handler may have run already.
                    guard state.isOpen, !Task.isCancelled else { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
    }
}
