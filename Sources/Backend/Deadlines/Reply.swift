// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// One answer for a caller who waits: the first one that is given.
package final class Reply<Value: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Value, Never>)
        case given(Value)
        case over
    }

    private let state = Mutex(State.open)

    /// Nobody waits and nothing is given yet.
    package init() {}

    /// Begins something and waits for the answer; to be called once. An answer that was given before is taken.
    package func value(_ begin: (Reply<Value>) -> Void) async -> Value {
        await withCheckedContinuation { continuation in
            let early = state.withLock { state -> Value? in
                if case .given(let value) = state {
                    state = .over
                    return value
                }
                state = .waiting(continuation)
                return nil
            }
            begin(self)
            if let early { continuation.resume(returning: early) }
        }
    }

    /// Gives the answer, unless there was one before.
    package func give(_ value: Value) {
        let continuation = state.withLock { state -> CheckedContinuation<Value, Never>? in
            switch state {
            case .open: state = .given(value)
            case .waiting(let continuation):
                state = .over
                return continuation
            case .given, .over: break
            }
            return nil
        }
        continuation?.resume(returning: value)
    }
}
