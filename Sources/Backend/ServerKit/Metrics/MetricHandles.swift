// SPDX-License-Identifier: EUPL-1.2

package import CoreMetrics
import Synchronization

/// A cache of counters and timers by their labels, for labels that are known only when they are used.
///
/// Entries are never removed, so labels must come from fixed lists.
package final class MetricHandles: Sendable {
    private struct Key: Hashable {
        let label: String
        let values: [String]
    }

    private let factory: any MetricsFactory
    private let counters = Mutex<[Key: Counter]>([:])
    private let timers = Mutex<[Key: CoreMetrics.Timer]>([:])

    package init(_ factory: any MetricsFactory) {
        self.factory = factory
    }

    /// Returns the counter with a label and dimensions.
    package func counter(_ label: String, _ dimensions: [(String, String)]) -> Counter {
        let key = Key(label: label, values: dimensions.map(\.1))
        return counters.withLock { counters in
            if let known = counters[key] { return known }
            let counter = Counter(label: label, dimensions: dimensions, factory: factory)
            counters[key] = counter
            return counter
        }
    }

    /// Returns the timer with a label and dimensions.
    package func timer(_ label: String, _ dimensions: [(String, String)]) -> CoreMetrics.Timer {
        let key = Key(label: label, values: dimensions.map(\.1))
        return timers.withLock { timers in
            if let known = timers[key] { return known }
            let timer = CoreMetrics.Timer(label: label, dimensions: dimensions, factory: factory)
            timers[key] = timer
            return timer
        }
    }
}

extension CoreMetrics.Timer {
    /// Records the time since an instant.
    package func record(since start: ContinuousClock.Instant) {
        recordNanoseconds((ContinuousClock.now - start).nanoseconds)
    }
}

extension Duration {
    /// The duration in nanoseconds, rounded toward zero. Traps for more than 292 years.
    var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
