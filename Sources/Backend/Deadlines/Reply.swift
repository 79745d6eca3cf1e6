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
    ///
    /// - Parameters:
    ///   - giveUp: gives an answer when it has waited enough, and at once when it is cancelled; it is cancelled when there is an answer.
    ///   - begin: begins what gives the answer.
    package func value(
        unless giveUp: @escaping @Sendable () async -> Void, _ begin: (Reply<Value>) -> Void = { _ in }
    ) async -> Value {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await giveUp() }
            defer { group.cancelAll() }
            return await value(begin)
        }
    }

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

    /// Gives the answer.
    ///
    /// - Returns: whether there was none before; otherwise this one is dropped.
    @discardableResult
    package func give(_ value: Value) -> Bool {
        let (isFirst, continuation): (Bool, CheckedContinuation<Value, Never>?) = state.withLock { state in
            switch state {
            case .open:
                state = .given(value)
                return (true, nil)
            case .waiting(let continuation):
                state = .over
                return (true, continuation)
            case .given, .over: return (false, nil)
            }
        }
        continuation?.resume(returning: value)
        return isFirst
    }
}
