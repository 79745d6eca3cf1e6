// SPDX-License-Identifier: EUPL-1.2

package import CoreMetrics
import Synchronization

/// A registry that collects the metrics of swift-metrics and writes them in Prometheus format.
///
/// Timers and recorders become histograms; timers are in seconds. A name and a set of labels identify one series. A family has at most
/// `maximumSeries` series, so that an unbounded label does not exhaust memory. Series beyond the limit are not written.
///
/// - SeeAlso: Prometheus' exposition formats, text format 0.0.4.
package final class PrometheusRegistry: MetricsFactory, Sendable {
    private let families = Mutex<[String: Family]>([:])
    private let help: [String: String]
    private let buckets: [Double]
    private let maximumSeries: Int

    private struct Family: Sendable {
        let kind: Kind
        var series: [Labels: any Series] = [:]
    }

    /// The upper bounds of histograms of times, from 1 ms to 10 s, in seconds.
    package static let standardBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// Creates a registry without series.
    ///
    /// - Parameters:
    ///   - help: the help text of each family, by its name.
    ///   - buckets: the upper bounds of all histograms, in ascending order.
    ///   - maximumSeries: the maximum number of series per family.
    package init(help: [String: String] = [:], buckets: [Double] = standardBuckets, maximumSeries: Int = 1000) {
        self.help = help
        self.buckets = buckets
        self.maximumSeries = maximumSeries
    }

    /// Returns all series in Prometheus' text format, sorted by family and series.
    package func text() -> String {
        let families = families.withLock { $0 }
        var lines: [String] = []
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            if let sentence = help[name] { lines.append("# HELP \(name) \(PrometheusText.help(sentence))") }
            lines.append("# TYPE \(name) \(family.kind.rawValue)")
            for (labels, series) in family.series.sorted(by: { $0.key.text < $1.key.text }) {
                lines += series.lines(name, labels)
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func series<Cell: Series>(_ label: String, _ dimensions: [(String, String)], _ kind: Kind, _ make: () -> Cell) -> Cell {
        let name = PrometheusText.name(label)
        let labels = Labels(dimensions)
        return families.withLock { families in
            var family = families[name] ?? Family(kind: kind)
            if let known = family.series[labels] as? Cell { return known }
            let cell = make()
            guard family.kind == kind, family.series.count < maximumSeries, family.series[labels] == nil else { return cell }
            family.series[labels] = cell
            families[name] = family
            return cell
        }
    }

    // MARK: MetricsFactory

    /// Creates a counter.
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter) { CounterCell() }
    }

    /// Creates a gauge.
    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge) { GaugeCell() }
    }

    /// Creates a histogram, or a gauge without aggregation.
    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        guard aggregate else { return series(label, dimensions, .gauge) { GaugeCell() } }
        return series(label, dimensions, .histogram) { HistogramCell(buckets: buckets) }
    }

    /// Creates a histogram of seconds.
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions, .histogram) { HistogramCell(buckets: buckets) }
    }

    /// Does nothing. The series stays, because Prometheus takes a vanished series for a restart.
    package func destroyCounter(_ handler: any CounterHandler) {}
    /// Does nothing, for the same reason.
    package func destroyMeter(_ handler: any MeterHandler) {}
    /// Does nothing, for the same reason.
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Does nothing, for the same reason.
    package func destroyTimer(_ handler: any TimerHandler) {}
}
