// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// A value with any number of observers. Each observer gets the present value at once and then the newest value after changes.
final class Broadcast<Value: Sendable & Equatable>: Sendable {
    private struct State {
        var value: Value
        var observers: [Int: AsyncStream<Value>.Continuation] = [:]
        var nextObserver = 0
    }

    private let state: Mutex<State>

    init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    deinit {
        for observer in state.withLock({ $0.observers }).values { observer.finish() }
    }

    var value: Value { state.withLock { $0.value } }

    /// Sets the value and, if it changed, notifies the observers.
    func set(_ value: Value) {
        state.withLock { state in
            guard state.value != value else { return }
            state.value = value
            for observer in state.observers.values { observer.yield(value) }
        }
    }

    /// Returns a new observer's stream. It ends with the observer's task or with the broadcast.
    func stream() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let observer = state.withLock { state in
            defer { state.nextObserver += 1 }
            state.observers[state.nextObserver] = continuation
            continuation.yield(state.value)
            return state.nextObserver
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { state in _ = state.observers.removeValue(forKey: observer) }
        }
        return stream
    }
}
