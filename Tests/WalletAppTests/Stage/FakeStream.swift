// SPDX-License-Identifier: EUPL-1.2

import Synchronization

@testable import WalletApp

/// A value of the core that an app observes: what it is now, then every change, for the newest observer.
final class FakeStream<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var observer: AsyncStream<Value>.Continuation?
    }

    private let state: Mutex<State>
    /// Whether somebody observes it.
    let isObserved = Watched(false)

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
            state.observer?.yield(value)
        }
    }

    /// Begins to observe; whoever observed before hears nothing more.
    func observe() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
        clear()
        state.withLock { state in
            state.observer = continuation
            continuation.yield(state.value)
        }
        isObserved.set(true)
        return stream
    }

    /// Ends the stream.
    func clear() {
        isObserved.set(false)
        state.withLock { state in
            defer { state.observer = nil }
            return state.observer
        }?.finish()
    }
}
