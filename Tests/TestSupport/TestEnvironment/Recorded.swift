// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// A value that several tasks of a test change, and that others wait for.
package final class Recorded<Value: Sendable>: Sendable {
    private struct Waiter {
        let isReady: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var value: Value
        var lastNumber = 0
        var waiters: [Int: Waiter] = [:]
    }

    private let state: Mutex<State>

    package init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    /// The present value.
    package var value: Value { state.withLock { $0.value } }

    /// Changes the value in one step.
    @discardableResult
    package func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let (result, ready) = state.withLock { state in
            let result = body(&state.value)
            let ready = state.waiters.filter { $0.value.isReady(state.value) }
            for number in ready.keys { state.waiters[number] = nil }
            return (result, ready.values.map(\.continuation))
        }
        for continuation in ready { continuation.resume() }
        return result
    }

    /// Waits until the value fulfils a condition. A cancelled caller also stops waiting.
    package func wait(until isReady: @escaping @Sendable (Value) -> Bool) async {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    guard !isReady(state.value), !Task.isCancelled else { return false }
                    state.waiters[number] = Waiter(isReady: isReady, continuation: continuation)
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume()
        }
    }
}
