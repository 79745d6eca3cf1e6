// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import Synchronization

@testable import WalletApp

/// A stream of the core with one observer: the present value, then every change, for the newest observer only.
final class FakeStream<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var observer: (number: Int, continuation: AsyncStream<Value>.Continuation)?
        var lastNumber = 0
    }

    private let state: Mutex<State>
    /// True if the stream has an observer.
    let isObserved = ObservedValue(false)

    init(_ value: Value) { state = Mutex(State(value: value)) }

    /// The present value. Setting it does not notify the observer.
    var value: Value {
        get { state.withLock { $0.value } }
        set { state.withLock { $0.value = newValue } }
    }

    /// Sets the value and notifies the observer.
    func set(_ value: Value) {
        state.withLock { state in
            state.value = value
            state.observer?.continuation.yield(value)
        }
    }

    /// Starts observing; the previous observer receives nothing more.
    func observe() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
        clear()
        let number = state.withLock { state in
            state.lastNumber += 1
            state.observer = (state.lastNumber, continuation)
            continuation.yield(state.value)
            return state.lastNumber
        }
        isObserved.set(true)
        continuation.onTermination = { [weak self] _ in self?.forget(number) }
        return stream
    }

    /// Ends the stream.
    func clear() {
        state.withLock { state in
            defer { state.observer = nil }
            return state.observer?.continuation
        }?.finish()
        isObserved.set(false)
    }

    private func forget(_ number: Int) {
        let isLast = state.withLock { state in
            guard state.observer?.number == number else { return false }
            state.observer = nil
            return true
        }
        if isLast { isObserved.set(false) }
    }
}
