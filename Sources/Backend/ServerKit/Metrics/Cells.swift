// SPDX-License-Identifier: EUPL-1.2

import CoreMetrics
import Synchronization

/// A series of a metric that can be written as text lines.
protocol Series: AnyObject, Sendable {
    func lines(_ name: String, _ labels: Labels) -> [String]
}

/// A counter, which only increases.
final class CounterCell: CounterHandler, Series {
    private let value = Atomic<Int64>(0)

    func increment(by amount: Int64) {
        guard amount > 0 else { return }
        value.wrappingAdd(amount, ordering: .relaxed)
    }

    func reset() { value.store(0, ordering: .relaxed) }

    func lines(_ name: String, _ labels: Labels) -> [String] { ["\(name)\(labels.inBraces()) \(value.load(ordering: .relaxed))"] }
}

/// A gauge, which can increase and decrease.
final class GaugeCell: MeterHandler, RecorderHandler, Series {
    private let value = Mutex(0.0)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }

    func lines(_ name: String, _ labels: Labels) -> [String] {
        ["\(name)\(labels.inBraces()) \(PrometheusText.number(value.withLock { $0 }))"]
    }
}

/// A histogram: the number of values below each bound, the total number and the sum.
final class HistogramCell: RecorderHandler, TimerHandler, Series {
    private struct State: Sendable {
        var counts: [Int]
        var count = 0
        var sum = 0.0
    }

    private let buckets: [Double]
    private let state: Mutex<State>

    init(buckets: [Double]) {
        self.buckets = buckets
        state = Mutex(State(counts: Array(repeating: 0, count: buckets.count)))
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        guard value.isFinite else { return }
        state.withLock { state in
            if let index = buckets.firstIndex(where: { value <= $0 }) { state.counts[index] += 1 }
            state.count += 1
            state.sum += value
        }
    }

    func lines(_ name: String, _ labels: Labels) -> [String] {
        let state = state.withLock { $0 }
        var lines: [String] = []
        var below = 0
        for (bound, count) in zip(buckets, state.counts) {
            below += count
            lines.append("\(name)_bucket\(labels.inBraces(adding: "le=\"\(PrometheusText.number(bound))\"")) \(below)")
        }
        lines.append("\(name)_bucket\(labels.inBraces(adding: "le=\"+Inf\"")) \(state.count)")
        lines.append("\(name)_sum\(labels.inBraces()) \(PrometheusText.number(state.sum))")
        lines.append("\(name)_count\(labels.inBraces()) \(state.count)")
        return lines
    }
}
