// SPDX-License-Identifier: EUPL-1.2

import Synchronization
import WalletInterface

/// A value with at most one observer. The observer receives the current value, then every change; a slow observer receives only the newest value or
/// all of them in order.
///
/// When an observer ends, nothing of it remains and nothing more is delivered to it (the start-up document, *Extra callbacks*).
final class ObservedValue<Value: Sendable & Equatable>: Sendable {
    private struct State {
        var value: Value
        var observer: (id: Int, continuation: AsyncStream<Value>.Continuation)?
        var lastID = 0
    }

    private let state: Mutex<State>
    private let buffering: AsyncStream<Value>.Continuation.BufferingPolicy

    /// - Parameters:
    ///   - value: the initial value.
    ///   - isMerging: true if a slow observer receives only the newest value. Otherwise changes are buffered without a limit, so they must be few.
    init(_ value: Value, isMerging: Bool = true) {
        state = Mutex(State(value: value))
        buffering = isMerging ? .bufferingNewest(1) : .unbounded
    }

    deinit {
        state.withLock { $0.observer?.continuation.finish() }
    }

    var value: Value { state.withLock { $0.value } }

    var isObserved: Bool { state.withLock { $0.observer != nil } }

    /// Changes the value. An equal value is not delivered.
    func set(_ value: Value) {
        state.withLock { state in
            guard state.value != value else { return }
            state.value = value
            state.observer?.continuation.yield(value)
        }
    }

    /// Starts to observe.
    ///
    /// - Throws: `observerPresent` while another observer exists that was not cleared.
    func observe() throws(WalletCoreError) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: buffering)
        let id = state.withLock { state -> Int? in
            guard state.observer == nil else { return nil }
            state.lastID += 1
            state.observer = (state.lastID, continuation)
            continuation.yield(state.value)
            return state.lastID
        }
        guard let id else { throw WalletCoreError(.observerPresent, "another observer has the stream; clear it first") }
        continuation.onTermination = { [weak self] _ in self?.forget(id) }
        return stream
    }

    /// Ends the observer's stream, if any.
    func clear() {
        // `finish` calls back, so it runs outside the lock.
        let observer = state.withLock { state in
            defer { state.observer = nil }
            return state.observer
        }
        observer?.continuation.finish()
    }

    private func forget(_ id: Int) {
        state.withLock { state in
            if state.observer?.id == id { state.observer = nil }
        }
    }
}
