// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// A value that any number of observers follow: each gets the present value at once, then every change.
///
/// A slow observer gets the newest value alone, unless it asks for all changes. Setting an equal value notifies nobody.
package final class ObservedValue<Value: Sendable & Equatable>: Sendable {
    private let state: Mutex<Value>
    private let observers = Observers<Value>()
    private let isMerging: Bool

    /// - Parameters:
    ///   - value: the initial value.
    ///   - isMerging: whether a slow observer gets the newest value alone. If not, changes are kept until they are read: they must be few.
    package init(_ value: Value, isMerging: Bool = true) {
        state = Mutex(value)
        self.isMerging = isMerging
    }

    deinit { observers.end(isFinal: true) }

    /// The present value.
    package var value: Value { state.withLock { $0 } }

    /// Whether anything observes the value.
    package var isObserved: Bool { observers.count > 0 }

    // MARK: Changing

    /// Sets the value and notifies the observers, unless it is equal.
    package func set(_ value: Value) { change { $0 = value } }

    /// Sets the value, and returns the previous one.
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

    /// A new observer's stream. It ends with the observing task, with the value, and with `clear` and `finish`.
    package func stream() -> AsyncStream<Value> { stream(isMerging: isMerging) }

    /// The stream of the only observer; nil while there is another observer.
    package func exclusiveStream() -> AsyncStream<Value>? {
        state.withLock { observers.add(Self.buffering(isMerging), first: $0, isOnly: true) }
    }

    /// Waits until the value differs from one that the caller has seen; returns at once if it differs already.
    ///
    /// - Returns: the first value that differs, even when the value has changed again since.
    /// - Throws: `CancellationError`.
    package func next(otherThan seen: Value) async throws -> Value {
        try Task.checkCancellation()
        for await value in stream(isMerging: false) where value != seen { return value }
        throw CancellationError()
    }

    /// Ends the streams of all observers; the value can be observed again.
    package func clear() { observers.end(isFinal: false) }

    /// Ends the streams of all observers, and those that are asked for later.
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
