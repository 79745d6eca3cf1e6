// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import Synchronization

@testable import WalletApp

/// A value of the core that an app observes: what it is now, then every change, for the newest observer.
final class FakeStream<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var observer: (number: Int, continuation: AsyncStream<Value>.Continuation)?
        var lastNumber = 0
    }

    private let state: Mutex<State>
    /// Whether somebody observes it.
    let isObserved = ObservedValue(false)

    init(_ value: Value) { state = Mutex(State(value: value)) }

    /// What it is now. Set, it changes without anybody being told.
    var value: Value {
        get { state.withLock { $0.value } }
        set { state.withLock { $0.value = newValue } }
    }

    /// Changes it.
    func set(_ value: Value) {
        state.withLock { state in
            state.value = value
            state.observer?.continuation.yield(value)
        }
    }

    /// Begins to observe; whoever observed before hears nothing more.
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
