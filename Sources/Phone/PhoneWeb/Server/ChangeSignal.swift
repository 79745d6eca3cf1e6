// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// Tells every open page that something may have changed. What changed, each page finds out by itself: signals may be merged.
final class ChangeSignal: Sendable {
    private struct State {
        var observers: [Int: AsyncStream<Void>.Continuation] = [:]
        var last = 0
        var isFinished = false
    }

    private let state = Mutex(State())

    /// Something may have changed.
    func notify() {
        let observers = state.withLock { Array($0.observers.values) }
        for observer in observers { observer.yield() }
    }

    /// Ends every stream, and those that are asked for later.
    func finish() {
        let observers = state.withLock { state in
            state.isFinished = true
            return Array(state.observers.values)
        }
        for observer in observers { observer.finish() }
    }

    /// One signal at once, then one after changes; ends with the consuming task or with `finish`.
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
