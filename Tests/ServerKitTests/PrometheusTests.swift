// SPDX-License-Identifier: EUPL-1.2

import CoreMetrics
import ServerKit
import Testing

/// The text in Prometheus format.
struct PrometheusTests {
    @Test func `families and series are sorted by name, with type and help`() {
        let registry = PrometheusRegistry(help: ["b_total": "What is\ncounted \\ here."])
        Counter(label: "b_total", dimensions: [("z", "1"), ("a", "2")], factory: registry).increment(by: 3)
        Counter(label: "b_total", dimensions: [("a", "1")], factory: registry).increment()
        Meter(label: "a.gauge", factory: registry).set(1.5)
        #expect(
            registry.text() == """
                # TYPE a_gauge gauge
                a_gauge 1.5
                # HELP b_total What is\\ncounted \\\\ here.
                # TYPE b_total counter
                b_total{a="1"} 1
                b_total{a="2",z="1"} 3

                """)
    }

    @Test func `equal names and labels are one series, in any order of the labels`() {
        let registry = PrometheusRegistry()
        Counter(label: "n", dimensions: [("a", "1"), ("b", "2")], factory: registry).increment()
        Counter(label: "n", dimensions: [("b", "2"), ("a", "1")], factory: registry).increment(by: 2)
        #expect(registry.text().contains("n{a=\"1\",b=\"2\"} 3\n"))
    }

    @Test func `durations are histograms in seconds with cumulative buckets`() {
        let registry = PrometheusRegistry(buckets: [0.01, 1])
        let timer = Timer(label: "t", dimensions: [("x", "y")], factory: registry)
        for nanoseconds: Int64 in [5_000_000, 10_000_000, 500_000_000, 2_000_000_000] { timer.recordNanoseconds(nanoseconds) }
        let text = registry.text()
        for line in [
            "# TYPE t histogram", "t_bucket{x=\"y\",le=\"0.01\"} 2", "t_bucket{x=\"y\",le=\"1\"} 3", "t_bucket{x=\"y\",le=\"+Inf\"} 4",
            "t_count{x=\"y\"} 4",
        ] {
            #expect(text.contains(line + "\n"), "\(text)")
        }
    }

    @Test func `a label value cannot create a line or a label`() {
        let registry = PrometheusRegistry()
        Counter(label: "n\n#", dimensions: [("a\"", "x\"} 1\nforged 1\\")], factory: registry).increment()
        #expect(registry.text() == "# TYPE n__ counter\nn__{a_=\"x\\\"} 1\\nforged 1\\\\\"} 1\n")
    }

    @Test func `a label with unlimited values uses bounded memory, and existing series continue`() {
        let registry = PrometheusRegistry(maximumSeries: 10)
        for number in 0..<1000 { Counter(label: "n", dimensions: [("a", "\(number)")], factory: registry).increment() }
        Counter(label: "n", dimensions: [("a", "9")], factory: registry).increment()
        #expect(registry.text().split(separator: "\n").count == 11)
        #expect(registry.text().contains("n{a=\"9\"} 2\n"))
    }

    @Test func `a name that is in use for one kind of metric is not used for a second kind`() {
        let registry = PrometheusRegistry()
        Counter(label: "n", factory: registry).increment()
        Meter(label: "n", factory: registry).set(7)
        #expect(registry.text() == "# TYPE n counter\nn 1\n")
    }
}
