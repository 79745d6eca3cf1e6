// SPDX-License-Identifier: EUPL-1.2

/// Where the time of the slowest hundredth of a paced load's unlocks went: averages, in seconds.
///
/// An unlock's own parts come from the client's clock and the server's log, which names it by its trace, and add up to the whole. What the
/// server waited for is not known of a single unlock. It is counted for all together, in the moments in which one of the slowest was
/// under way and in the whole load.
struct SlowestUnlocks: Sendable {
    /// A value in the moments of the slowest unlocks, and in the whole load.
    struct Pair: Sendable {
        let slowest: Double
        let all: Double
    }

    /// From when they were due.
    let total: Double
    /// Until they were sent.
    let late: Double
    /// From the arrival of the header at the server's handler until the answer was ready, as in its log.
    let inServer: Double
    /// How long threads of client, server and database could have run and had no processor, all threads together, for each unlock answered.
    let processorWaits: Pair
    /// A write of 8 KiB and its flush, beside those of the load.
    let flush: Pair
    /// The server's calls of database and HSM that each unlock makes, those that take longest first.
    let calls: [(operation: String, time: Pair)]

    /// The rest: client, TLS and sockets, on the way there and back.
    var between: Double { total - late - inServer }

    /// - Parameters:
    ///   - unlocks: all of the load.
    ///   - durations: the server's seconds by trace.
    ///   - moments: at least those of the load.
    ///   - calls: at least those of the load.
    init(_ unlocks: [PacedUnlock], durations: [String: Double], moments: [Moment], calls: [CallMoment]) throws {
        let slowest = unlocks.sorted { $0.sinceDue < $1.sinceDue }.suffix(max(1, unlocks.count / 100))
        let loaded = moments.filter { moment in unlocks.contains(where: moment.overlaps) }
        let slow = loaded.filter { moment in slowest.contains(where: moment.overlaps) }
        guard !slow.isEmpty else { throw BenchmarkError("the slowest unlocks are in no moment") }
        let inServer = try slowest.map { unlock in
            guard let duration = durations[unlock.trace] else { throw BenchmarkError("the server's log lacks an unlock") }
            return duration
        }
        func average(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
        func waits(in moments: [Moment]) -> Double {
            let answered = unlocks.count(where: { unlock in moments.contains { $0.contains(endOf: unlock) } })
            return moments.map(\.processorWaits).reduce(0, +) / Double(max(1, answered))
        }
        total = average(slowest.map { $0.sinceDue / .seconds(1) })
        late = average(slowest.map { $0.late / .seconds(1) })
        self.inServer = average(inServer)
        processorWaits = Pair(slowest: waits(in: slow), all: waits(in: loaded))
        flush = Pair(slowest: average(slow.map(\.flush)), all: average(loaded.map(\.flush)))
        let loadedCalls = calls.filter { moment in unlocks.contains(where: moment.overlaps) }
        let slowCalls = loadedCalls.filter { moment in slowest.contains(where: moment.overlaps) }
        self.calls = Self.times(in: slowCalls.calls, loadedCalls.calls, unlocks: unlocks.count)
    }

    /// Leaves out operations that fewer than half of the unlocks make, such as those of probes, and those that take less than 5 µs.
    private static func times(
        in slow: [String: CallTimes], _ all: [String: CallTimes], unlocks: Int
    ) -> [(operation: String, time: Pair)] {
        all.filter { $0.value.count >= Double(unlocks) / 2 }
            .map { operation, calls -> (operation: String, time: Pair) in
                let slowCalls = slow[operation, default: CallTimes()]
                let average = slowCalls.seconds / max(1, slowCalls.count)
                return (operation: operation, time: Pair(slowest: average, all: calls.seconds / calls.count))
            }
            .filter { $0.time.slowest >= 5e-6 }
            .sorted { $0.time.slowest > $1.time.slowest }
    }

    /// Three lines of text.
    var lines: [String] {
        func text(_ pair: Pair) -> String { "\(ReportLine.milliseconds(pair.slowest)) (\(ReportLine.milliseconds(pair.all)))" }
        return [
            "the slowest 1 %, \(ReportLine.milliseconds(total)) ms: sent \(ReportLine.milliseconds(late)) late, "
                + "\(ReportLine.milliseconds(inServer)) in the server, \(ReportLine.milliseconds(between)) between",
            "meanwhile (whole load): waits for a processor \(text(processorWaits)) ms an unlock, a flush \(text(flush)) ms",
            "the server's calls, ms each: " + calls.map { "\($0.operation) \(text($0.time))" }.joined(separator: ", "),
        ]
    }
}
