// SPDX-License-Identifier: EUPL-1.2

import Synchronization
import WalletInterface

/// A value that one observer may follow: what it is now, at once, then every change; who falls behind sees the newest, or each one in turn.
///
/// An observer that is gone takes its place with it: nothing is delivered to it and nothing stays of it (the start-up document, *Extra
/// callbacks*).
final class ObservedValue<Value: Sendable & Equatable>: Sendable {
    private struct State {
        var value: Value
        var observer: (id: Int, continuation: AsyncStream<Value>.Continuation)?
        var lastID = 0
    }

    private let state: Mutex<State>
    private let buffering: AsyncStream<Value>.Continuation.BufferingPolicy

    /// - Parameters:
    ///   - value: what it is at first.
    ///   - isMerging: whether who falls behind sees only the newest. Without, changes wait until they are taken: they must be few.
    init(_ value: Value, isMerging: Bool = true) {
        state = Mutex(State(value: value))
        buffering = isMerging ? .bufferingNewest(1) : .unbounded
    }

    deinit {
        state.withLock { $0.observer?.continuation.finish() }
    }

    /// What it is now.
    var value: Value { state.withLock { $0.value } }

    /// Whether somebody observes.
    var isObserved: Bool { state.withLock { $0.observer != nil } }

    /// Changes it; the same value again tells nobody.
    func set(_ value: Value) {
        state.withLock { state in
            guard state.value != value else { return }
            state.value = value
            state.observer?.continuation.yield(value)
        }
    }

    /// Begins to observe.
    ///
    /// - Throws: `observerPresent` while another observer lives and was not cleared.
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

    /// Ends the observer's stream, if there is one.
    func clear() {
        // Ended outside the lock: that calls back.
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
