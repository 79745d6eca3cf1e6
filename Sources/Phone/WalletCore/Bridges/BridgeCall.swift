// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

/// One call of a bridge, with a time limit. At the limit the caller continues without a result. The call itself may never return.
///
/// A task group cannot do that: it ends only after all its child tasks, and a call that hangs ignores its cancellation. So the call and the
/// limit's timer are two unstructured tasks, the only ones of the wallet, and this type owns both. The first of them to end cancels the
/// other. If the clock does not end a cancelled wait, the timer's task stays; nothing waits for it.
///
/// A call is *left* when its caller has gone on. `BridgeCalls` counts it until it returns; its result is dropped.
final class BridgeCall<Answer: Sendable>: Sendable {
    private struct State {
        /// The caller, until it has an answer or goes on without one.
        var waiting: CheckedContinuation<Answer?, Never>?
        var isCancelled = false
        /// True if the caller has gone on without an answer.
        var isLeft = false
        var call: Task<Void, Never>?
        var limit: Task<Void, Never>?
    }

    private let calls: BridgeCalls
    private let change: BridgeChange?
    private let state = Mutex(State())

    /// - Parameter change: what the call may still change when it was left.
    init(_ calls: BridgeCalls, _ change: BridgeChange?) {
        self.calls = calls
        self.change = change
    }

    /// Makes the call and waits for its result.
    ///
    /// The cancellation of the caller is passed on, and shortens the limit: a bridge that reacts still returns its own result.
    ///
    /// - Parameters:
    ///   - limit: in seconds of monotonic time; nil for none.
    ///   - grace: the limit after a cancellation, in seconds; 0 leaves the call at once, whatever the clock does.
    /// - Returns: nil after the limit.
    func answer(within limit: TimeInterval?, grace: TimeInterval, _ call: @escaping @Sendable () async -> Answer) async -> Answer? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { begin($0, within: limit, grace: grace, call) }
        } onCancel: {
            cancel(grace: grace)
        }
    }

    private func begin(
        _ caller: CheckedContinuation<Answer?, Never>, within limit: TimeInterval?, grace: TimeInterval,
        _ call: @escaping @Sendable () async -> Answer
    ) {
        let isLeft = state.withLock { state in
            state.waiting = caller
            let task = Task { end(with: await call()) }
            state.call = task
            guard state.isCancelled else {
                state.limit = limit.map { leave(after: $0, isSilence: true) }
                return false
            }
            // The cancel handler has run already.
            task.cancel()
            guard grace > 0 else { return true }
            state.limit = leave(after: min(grace, limit ?? grace), isSilence: false)
            return false
        }
        if isLeft { leave(isSilence: false) }
    }

    private func leave(after limit: TimeInterval, isSilence: Bool) -> Task<Void, Never> {
        Task {
            if await calls.wait(limit) { leave(isSilence: isSilence) }
        }
    }

    /// The call has returned. Its caller may have left.
    private func end(with answer: Answer) {
        let (caller, limit) = state.withLock { state in
            if state.isLeft { calls.noteReturn(change) }
            defer { (state.waiting, state.call, state.limit) = (nil, nil, nil) }
            return (state.waiting, state.limit)
        }
        limit?.cancel()
        caller?.resume(returning: answer)
    }

    private func leave(isSilence: Bool) {
        let (caller, call) = state.withLock { state in
            if state.waiting != nil {
                state.isLeft = true
                calls.noteLeft(change, isSilence: isSilence)
            }
            defer { (state.waiting, state.call, state.limit) = (nil, nil, nil) }
            return (state.waiting, state.call)
        }
        call?.cancel()
        caller?.resume(returning: nil)
    }

    private func cancel(grace: TimeInterval) {
        let (call, limit) = state.withLock { state in
            state.isCancelled = true
            let (call, limit) = (state.call, state.limit)
            if state.waiting != nil, grace > 0 { state.limit = leave(after: grace, isSilence: false) }
            return (call, limit)
        }
        call?.cancel()
        limit?.cancel()
        if grace == 0 { leave(isSilence: false) }
    }
}
