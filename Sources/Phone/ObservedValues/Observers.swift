// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// The observers of one source, each with its own stream.
///
/// An observer is removed when its stream is dropped, cancelled or ended.
final class Observers<Element: Sendable>: Sendable {
    private struct State {
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
        var lastNumber = 0
        var isFinished = false
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.continuations.count } }

    /// Passes an element to all observers.
    ///
    /// Yields without the lock: a yield takes the lock of the waiting task, and a cancelled task holds that lock when it removes its
    /// observer.
    func yield(_ element: Element) {
        for continuation in state.withLock({ Array($0.continuations.values) }) { continuation.yield(element) }
    }

    /// Adds an observer.
    ///
    /// - Parameters:
    ///   - buffering: the elements that a slow observer still receives.
    ///   - first: an element that only this observer receives, before all other elements; nil if there is none.
    ///   - isOnly: refuses the observer if another observer exists.
    /// - Returns: its stream, which is already ended after `finish`; nil if the observer was refused.
    func add(
        _ buffering: AsyncStream<Element>.Continuation.BufferingPolicy, first: Element? = nil, isOnly: Bool = false
    ) -> AsyncStream<Element>? {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: buffering)
        let (number, isFinished) = state.withLock { state -> (Int?, Bool) in
            guard !isOnly || state.continuations.isEmpty else { return (nil, false) }
            state.lastNumber += 1
            guard !state.isFinished else { return (state.lastNumber, true) }
            state.continuations[state.lastNumber] = continuation
            if let first { continuation.yield(first) }
            return (state.lastNumber, false)
        }
        guard let number else { return nil }
        if isFinished {
            continuation.finish()
        } else {
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.continuations.removeValue(forKey: number) }
            }
        }
        return stream
    }

    /// Ends the streams of all observers.
    ///
    /// - Parameter isFinal: also ends the streams of observers that are added later.
    func end(isFinal: Bool) {
        let continuations = state.withLock { state in
            defer { state.continuations = [:] }
            if isFinal { state.isFinished = true }
            return Array(state.continuations.values)
        }
        // Runs outside the lock, because ending a stream calls its termination handler.
        for continuation in continuations { continuation.finish() }
    }
}
