// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// A value that any number of tasks wait on. Each sleeps until the value differs from the one it has seen.
final class Watched<Value: Sendable & Equatable>: Sendable {
    private struct Waiting {
        let seen: Value
        let continuation: CheckedContinuation<Value, any Error>
    }

    private struct State {
        var value: Value
        var waiting: [Int: Waiting] = [:]
        var lastID = 0
    }

    private let state: Mutex<State>

    init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    var value: Value { state.withLock { $0.value } }

    /// Sets the value, and returns the previous one.
    @discardableResult
    func set(_ value: Value) -> Value {
        change { present in
            defer { present = value }
            return present
        }
    }

    /// Changes the value atomically.
    func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let (result, value, woken) = state.withLock { state -> (Result, Value, [Waiting]) in
            let result = body(&state.value)
            let woken = state.waiting.filter { $0.value.seen != state.value }
            for id in woken.keys { state.waiting.removeValue(forKey: id) }
            return (result, state.value, Array(woken.values))
        }
        for waiting in woken { waiting.continuation.resume(returning: value) }
        return result
    }

    /// Waits until the value differs from the one seen; returns at once if it does already.
    ///
    /// - Throws: `CancellationError`.
    func next(otherThan seen: Value) async throws -> Value {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Value, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.value != seen { return .success(state.value) }
                    state.waiting[id] = Waiting(seen: seen, continuation: continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
    }
}
