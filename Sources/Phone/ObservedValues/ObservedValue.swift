// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// A value with any number of observers. Each observer receives the current value, then every change.
///
/// A slow observer receives only the newest value, unless it requests all changes. Setting an equal value sends no change.
package final class ObservedValue<Value: Sendable & Equatable>: Sendable {
    private let state: Mutex<Value>
    private let observers = Observers<Value>()
    private let isMerging: Bool

    /// - Parameters:
    ///   - value: the initial value.
    ///   - isMerging: true if a slow observer receives only the newest value; otherwise changes are buffered without a limit, so they must
    ///     be few.
    package init(_ value: Value, isMerging: Bool = true) {
        state = Mutex(value)
        self.isMerging = isMerging
    }

    deinit { observers.end(isFinal: true) }

    package var value: Value { state.withLock { $0 } }

    package var isObserved: Bool { observers.count > 0 }

    // MARK: Changing

    /// Sets the value and notifies the observers, unless it is equal.
    package func set(_ value: Value) { change { $0 = value } }

    /// Sets the value and returns the previous value.
    package func exchange(_ value: Value) -> Value {
        change { present in
            defer { present = value }
            return present
        }
    }

    /// Changes the value in one step.
    package func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        state.withLock { value in
            let before = value
            let result = body(&value)
            if value != before { observers.yield(value) }
            return result
        }
    }

    // MARK: Observing

    /// Returns a new observer's stream. It ends with the observing task, with the value, and with `clear` and `finish`.
    package func stream() -> AsyncStream<Value> { stream(isMerging: isMerging) }

    /// Returns the stream of an exclusive observer; nil while there is another observer.
    package func exclusiveStream() -> AsyncStream<Value>? {
        state.withLock { observers.add(Self.buffering(isMerging), first: $0, isOnly: true) }
    }

    /// Waits until the value differs from the value that the caller has seen; returns immediately if it already differs.
    ///
    /// - Returns: the first value that differs, even if the value has changed again since.
    /// - Throws: `CancellationError`.
    package func next(otherThan seen: Value) async throws -> Value {
        try Task.checkCancellation()
        for await value in stream(isMerging: false) where value != seen { return value }
        throw CancellationError()
    }

    /// Ends the streams of all observers; the value can be observed again.
    package func clear() { observers.end(isFinal: false) }

    /// Ends the streams of all observers, and of all later observers.
    package func finish() { observers.end(isFinal: true) }

    private func stream(isMerging: Bool) -> AsyncStream<Value> {
        state.withLock { value in
            observers.add(Self.buffering(isMerging), first: value) ?? AsyncStream { $0.finish() }
        }
    }

    private static func buffering(_ isMerging: Bool) -> AsyncStream<Value>.Continuation.BufferingPolicy {
        isMerging ? .bufferingNewest(1) : .unbounded
    }
}
