// SPDX-License-Identifier: EUPL-1.2

package import CoreMetrics
import Synchronization

/// Keeps what is measured with swift-metrics, and writes it as Prometheus reads it.
///
/// Timers and recorders become histograms; timers are in seconds. One name and one set of labels is one series, whoever asks for it. A family
/// holds at most `maximumSeries` series, so that a label that was not thought through costs no memory; what comes after is not written.
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

    /// The buckets of times: from 1 ms to 10 s.
    package static let standardBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// A registry without series.
    ///
    /// - Parameters:
    ///   - help: a sentence for each family that has one, by its name.
    ///   - buckets: the upper bounds of all histograms, rising.
    ///   - maximumSeries: of one family.
    package init(help: [String: String] = [:], buckets: [Double] = standardBuckets, maximumSeries: Int = 1000) {
        self.help = help
        self.buckets = buckets
        self.maximumSeries = maximumSeries
    }

    /// All series in Prometheus' text format, families and series in the order of their names.
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

    /// A counter.
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter) { CounterCell() }
    }

    /// A gauge.
    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge) { GaugeCell() }
    }

    /// A histogram, or a gauge when nothing is to be aggregated.
    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        guard aggregate else { return series(label, dimensions, .gauge) { GaugeCell() } }
        return series(label, dimensions, .histogram) { HistogramCell(buckets: buckets) }
    }

    /// A histogram of seconds.
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions, .histogram) { HistogramCell(buckets: buckets) }
    }

    /// Nothing: series stay, for Prometheus takes one that vanishes for a restart.
    package func destroyCounter(_ handler: any CounterHandler) {}
    /// Nothing, as above.
    package func destroyMeter(_ handler: any MeterHandler) {}
    /// Nothing, as above.
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Nothing, as above.
    package func destroyTimer(_ handler: any TimerHandler) {}
}
