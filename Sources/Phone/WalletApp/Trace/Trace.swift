// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import Synchronization

/// Remembers which rows of the functional design were taken, and tells whoever looks.
///
/// A row is the comment in the flow, the log line, the test evidence and what the browser lights up.
package final class Trace: Sendable {
    /// One row that was taken.
    package struct Entry: Sendable, Hashable, Codable {
        /// The row.
        package let row: Row
        /// When, by the phone's clock.
        package let time: Date
    }

    private struct State {
        var entries: [Entry] = []
        var observers: [Int: AsyncStream<Entry>.Continuation] = [:]
        var nextObserver = 0
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Date

    /// - Parameter now: the phone's clock.
    package init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// All rows taken so far, oldest first.
    package var entries: [Entry] { state.withLock { $0.entries } }

    /// Marks a row as taken.
    package func take(_ row: Row) {
        let entry = Entry(row: row, time: now())
        let observers = state.withLock { state in
            state.entries.append(entry)
            return Array(state.observers.values)
        }
        for observer in observers { observer.yield(entry) }
    }

    /// The rows that are taken from now on; ends with the consuming task.
    package func updates() -> AsyncStream<Entry> {
        AsyncStream { continuation in
            let id = state.withLock { state in
                state.nextObserver += 1
                state.observers[state.nextObserver] = continuation
                return state.nextObserver
            }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.observers.removeValue(forKey: id) }
            }
        }
    }
}

/// Marks rows of one flow: `trace("1.4b")`.
package struct FlowTrace: Sendable {
    private let design: String
    private let trace: Trace

    /// - Parameters:
    ///   - design: the flow's name in the functional design.
    ///   - trace: where rows are remembered.
    package init(_ design: String, in trace: Trace) {
        self.design = design
        self.trace = trace
    }

    /// Marks a row of this flow as taken.
    package func callAsFunction(_ number: String) {
        trace.take(Row(design, number))
    }
}
