// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import Synchronization
import WalletInterface

/// A request to a server whose response callers await for a limited time.
///
/// A background task of the core sends it. A failure ends the wait like a response does, so an offline phone delays no caller.
final class TimedQuestion: Sendable {
    /// The longest wait of a caller, in seconds from the request.
    private let budget: TimeInterval
    /// The state of the newest request.
    let answer = ObservedValue(LaunchAnswer.known)

    private struct State {
        /// The number of requests sent.
        var asked = 0
        /// The number of the newest request that has ended.
        var ended = 0
        /// The number of the newest request that was answered.
        var answered = 0
        var leftAt = Date.distantPast
        /// True if a background task sends requests; otherwise callers do not wait.
        var isServed = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiting = 0

        var isOpen: Bool { isServed && ended < asked }
        var answer: LaunchAnswer { answered >= asked ? .known : isOpen ? .open : .failed }

        mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
            guard !isOpen else { return [] }
            defer { waiting = [:] }
            return Array(waiting.values)
        }
    }

    private let state = Mutex(State())

    init(budget: TimeInterval) { self.budget = budget }

    /// True if a request was sent and has not ended.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// True if a background task sends requests.
    var isServed: Bool { state.withLock { $0.isServed } }

    // MARK: Requests

    /// Records a new request, regardless of earlier requests.
    ///
    /// - Parameter now: the present monotonic time.
    func ask(at now: Date) {
        state.withLock { state in
            state.asked += 1
            state.leftAt = now
            answer.set(state.answer)
        }
    }

    /// Records a new request, unless an earlier request is pending; the earlier request's time budget then applies.
    ///
    /// - Parameter now: the present monotonic time.
    /// - Returns: true if the request is new.
    func askUnlessOpen(at now: Date) -> Bool {
        state.withLock { state in
            guard !state.isOpen else { return false }
            state.asked += 1
            state.leftAt = now
            answer.set(state.answer)
            return true
        }
    }

    // MARK: Responses, from the background task

    /// Lets callers wait while the body runs, which sends and ends requests; releases them afterwards.
    func serve(_ body: () async -> Void) async {
        setServed(true)
        await body()
        setServed(false)
    }

    /// The number of the newest request. The background task reads it before it sends the request.
    var number: Int { state.withLock { $0.asked } }

    /// Ends all requests up to that number, after a response or a failure.
    ///
    /// - Parameter isAnswered: false after a failure.
    func end(_ number: Int, isAnswered: Bool = true) {
        release { state in
            state.ended = max(state.ended, number)
            if isAnswered { state.answered = max(state.answered, number) }
        }
    }

    private func setServed(_ isServed: Bool) { release { $0.isServed = isServed } }

    private func release(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            answer.set(state.answer)
            return state.takeWaiting()
        }
        for continuation in waiting { continuation.resume() }
    }

    // MARK: Waiting

    /// Waits until the request has ended, its time budget is over, or the task is cancelled.
    func wait(by clock: any ClockBridge) async {
        let deadline = state.withLock { $0.isOpen ? $0.leftAt.addingTimeInterval(budget) : nil }
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
