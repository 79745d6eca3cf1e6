// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import ObservedValues
import Synchronization

/// The record of the functional design's rows that were taken, with observers.
///
/// A row is at once the comment in the flow, the log line, the test evidence and the highlight in the browser.
package final class Trace: Sendable {
    /// The cause of a row.
    package enum Origin: String, Sendable, Hashable, Codable {
        /// The glass showed the screen of a step.
        case shown
        /// The user pressed the control of the row.
        case pressed
        /// A flow made a decision or check, or received a result.
        case decided
    }

    /// One row that was taken.
    package struct Entry: Sendable, Hashable, Codable {
        package let row: Row
        /// The time, by the phone's wall clock.
        package let time: Date
        package let origin: Origin
        /// The number of the layer's uninterrupted series of flows; a layer that was emptied begins a new series. Nil for a row that no
        /// layer shows.
        package let series: Int?

        package init(row: Row, time: Date, origin: Origin = .decided, series: Int? = nil) {
            self.row = row
            self.time = time
            self.origin = origin
            self.series = series
        }
    }

    fileprivate struct State {
        var entries: [Entry] = []
        var currentSeries: [Layer: Int] = [:]
        /// The step of each layer that the lock has covered since the flow showed it.
        var covered: [Layer: Row] = [:]
        var lastSeries = 0
    }

    private let state = Mutex(State())
    private let taken = ObservedEvents<Entry>()
    private let now: @Sendable () -> Date

    /// - Parameter now: returns the phone's wall clock time.
    package init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// All rows taken so far, oldest first.
    package var entries: [Entry] { state.withLock { $0.entries } }

    /// Marks a row as taken.
    ///
    /// - Parameters:
    ///   - origin: the cause.
    ///   - layer: the layer of the row's flow; nil for a row that no layer shows.
    package func take(_ row: Row, _ origin: Origin = .decided, on layer: Layer? = nil) {
        if let layer { uncover([layer]) }
        let time = now()
        let entry = state.withLock { $0.add(row, origin, on: layer, at: time) }
        taken.send(entry)
    }

    /// Notes that a flow shows a step under the lock. The step is taken when the lock uncovers it or before the layer's next row. It is
    /// never taken if the layer's flows end first.
    func cover(_ row: Row, on layer: Layer) {
        uncover([layer])
        state.withLock { $0.covered[layer] = row }
    }

    /// Takes the steps that the lock has covered on these layers.
    func uncover(_ layers: [Layer]) {
        let time = now()
        let entries = state.withLock { state in
            layers.compactMap { layer in
                state.covered.removeValue(forKey: layer).map { state.add($0, .shown, on: layer, at: time) }
            }
        }
        for entry in entries { taken.send(entry) }
    }

    /// Returns the row that the flows on a layer took last, or a step that the lock covers; nil before the first, and after the layer was
    /// emptied.
    func last(on layer: Layer) -> Row? {
        state.withLock { state in
            if let covered = state.covered[layer] { return covered }
            guard let series = state.currentSeries[layer] else { return nil }
            return state.entries.last { $0.series == series }?.row
        }
    }

    /// Ends the series of a layer whose flows have ended; the layer's next row begins a new series.
    func end(_ layer: Layer) {
        state.withLock { state in
            state.currentSeries[layer] = nil
            state.covered[layer] = nil
        }
    }

    /// Streams the rows taken from now on; ends with the consuming task.
    package func updates() -> AsyncStream<Entry> { taken.stream() }
}

extension Trace.State {
    /// Adds a row to the record.
    fileprivate mutating func add(_ row: Row, _ origin: Trace.Origin, on layer: Layer?, at time: Date) -> Trace.Entry {
        var number: Int?
        if let layer { number = series(of: layer) }
        let entry = Trace.Entry(row: row, time: time, origin: origin, series: number)
        entries.append(entry)
        return entry
    }

    /// Returns the number of a layer's uninterrupted series of flows; begins a new series if the layer was emptied.
    fileprivate mutating func series(of layer: Layer) -> Int {
        if let series = currentSeries[layer] { return series }
        lastSeries += 1
        currentSeries[layer] = lastSeries
        return lastSeries
    }
}

/// Marks the rows that one flow decides, `trace("1.4b")`. The glass marks the steps that it shows and the controls that are pressed.
package struct FlowTrace: Sendable {
    private let design: String
    private let trace: Trace
    private let layer: Layer?

    /// - Parameters:
    ///   - design: the flow's name in the functional design.
    ///   - trace: the record of rows.
    ///   - layer: the layer of the flow's screens; nil for a flow without screens.
    package init(_ design: String, in trace: Trace, on layer: Layer? = nil) {
        self.design = design
        self.trace = trace
        self.layer = layer
    }

    /// Marks a row of this flow as taken.
    package func callAsFunction(_ number: String) {
        trace.take(Row(design, number), on: layer)
    }
}
