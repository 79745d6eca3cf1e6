// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// A single answer for a waiting caller. Only the first answer counts.
package final class Reply<Value: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Value, Never>)
        case given(Value)
        case over
    }

    private let state = Mutex(State.open)

    package init() {}

    /// Starts work and waits for its answer. Call once. An answer given earlier is returned at once.
    ///
    /// - Parameters:
    ///   - giveUp: gives an answer after its own wait, or at once when cancelled. It is cancelled when the answer arrives.
    ///   - begin: starts the work that gives the answer.
    package func value(
        unless giveUp: @escaping @Sendable () async -> Void, _ begin: (Reply<Value>) -> Void = { _ in }
    ) async -> Value {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await giveUp() }
            defer { group.cancelAll() }
            return await value(begin)
        }
    }

    /// Starts work and waits for its answer. Call once. An answer given earlier is returned at once.
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
    /// - Returns: true for the first answer; later answers are dropped.
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
