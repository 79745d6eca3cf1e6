// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// A signal to every open page that its state may have changed. Each page computes the difference itself, so signals can be merged.
final class ChangeSignal: Sendable {
    private struct State {
        var observers: [Int: AsyncStream<Void>.Continuation] = [:]
        var last = 0
        var isFinished = false
    }

    private let state = Mutex(State())

    /// Signals a possible change.
    func notify() {
        let observers = state.withLock { Array($0.observers.values) }
        for observer in observers { observer.yield() }
    }

    /// Ends all streams, including later ones.
    func finish() {
        let observers = state.withLock { state in
            state.isFinished = true
            return Array(state.observers.values)
        }
        for observer in observers { observer.finish() }
    }

    /// Streams one signal at once, then one after changes. It ends with the consuming task or with `finish`.
    func signals() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let id = state.withLock { state -> Int? in
                guard !state.isFinished else { return nil }
                state.last += 1
                state.observers[state.last] = continuation
                return state.last
            }
            guard let id else { return continuation.finish() }
            continuation.yield()
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.observers.removeValue(forKey: id) }
            }
        }
    }
}
