// SPDX-License-Identifier: EUPL-1.2

/// The result of a load measurement.
struct Load: Sendable {
    /// Number of units: unlocks, or bare requests.
    let count: Int
    let elapsed: Duration
    /// The latency of each unit, sorted.
    let latencies: [Duration]
    /// The processor time of each process, including children.
    let processorTimes: [ProcessorTime]
    /// Processor seconds of this process, the client.
    let clientTime: Double

    /// The requests of a load.
    struct Run: Sendable {
        /// The time at which the first request was sent.
        let start: ContinuousClock.Instant
        /// The CPU time of this process at the start, in seconds.
        let startTime: Double
        let latencies: [Duration]
    }

    /// Runs a load and measures the processes' time.
    static func measure(_ processes: [Int32], _ body: () async throws -> Run) async throws -> Load {
        let before = try processes.map(CPUTime.ofProcess)
        let run = try await body()
        let (latencies, elapsed) = (run.latencies, ContinuousClock.now - run.start)
        let clientTime = CPUTime.ofThisProcess() - run.startTime
        let after = try processes.map(CPUTime.ofProcess)
        return Load(
            count: latencies.count, elapsed: elapsed, latencies: latencies.sorted(), processorTimes: zip(after, before).map { $0 - $1 },
            clientTime: clientTime)
    }

    /// Units per second.
    var throughput: Double { Double(count) / (elapsed / .seconds(1)) }

    /// The processor time per unit, of the process at this index.
    func processorTime(of process: Int = 0) -> ProcessorTime { processorTimes[process] / count }

    /// The latency in seconds that this share of the units does not exceed.
    func percentile(_ share: Double) -> Double { latencies.percentile(share) }
}

/// Sorted durations.
extension [Duration] {
    /// The seconds that this share of the durations, above 0 and at most 1, does not exceed.
    func percentile(_ share: Double) -> Double {
        guard !isEmpty else { return 0 }
        return self[Swift.min(count - 1, Int((share * Double(count)).rounded(.up)) - 1)] / .seconds(1)
    }
}
