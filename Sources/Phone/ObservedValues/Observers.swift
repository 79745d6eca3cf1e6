// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// The observers of one source, each with a stream of its own.
///
/// An observer whose stream is dropped, cancelled or ended is forgotten at once.
final class Observers<Element: Sendable>: Sendable {
    private struct State {
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
        var lastNumber = 0
        var isFinished = false
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.continuations.count } }

    /// Hands an element to all observers.
    func yield(_ element: Element) {
        state.withLock { state in
            for continuation in state.continuations.values { continuation.yield(element) }
        }
    }

    /// Adds an observer.
    ///
    /// - Parameters:
    ///   - buffering: which elements a slow observer still gets.
    ///   - first: an element that only this observer gets, before all others; nil for none.
    ///   - isOnly: refuses the observer while another one is there.
    /// - Returns: its stream, which has ended already after `finish`; nil when it was refused.
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
    /// - Parameter isFinal: ends also the streams of observers that are added later.
    func end(isFinal: Bool) {
        let continuations = state.withLock { state in
            defer { state.continuations = [:] }
            if isFinal { state.isFinished = true }
            return Array(state.continuations.values)
        }
        // Outside the lock: ending a stream calls its termination handler.
        for continuation in continuations { continuation.finish() }
    }
}
