// SPDX-License-Identifier: EUPL-1.2

/// What a load came to.
struct Load: Sendable {
    /// Of units: unlocks, or pairs of bare requests.
    let count: Int
    let elapsed: Duration
    /// Of each unit, sorted.
    let latencies: [Duration]
    /// Seconds of processor time of each process, children included.
    let processorTimes: [Double]

    /// Runs a load and reads the processes' time before and after.
    static func measure(
        _ processes: [Int32], _ body: () async throws -> (start: ContinuousClock.Instant, latencies: [Duration])
    ) async throws -> Load {
        let before = try processes.map(CPUTime.ofProcess)
        let (start, latencies) = try await body()
        let elapsed = ContinuousClock.now - start
        let after = try processes.map(CPUTime.ofProcess)
        return Load(count: latencies.count, elapsed: elapsed, latencies: latencies.sorted(), processorTimes: zip(after, before).map(-))
    }

    /// Units in a second.
    var throughput: Double { Double(count) / (elapsed / .seconds(1)) }

    /// Seconds of processor time for one unit, of the process with that index.
    func processorTime(of process: Int = 0) -> Double { processorTimes[process] / Double(count) }

    /// The latency that this share of units does not exceed, in seconds.
    func percentile(_ share: Double) -> Double {
        guard !latencies.isEmpty else { return 0 }
        return latencies[min(latencies.count - 1, Int((share * Double(latencies.count)).rounded(.up)) - 1)] / .seconds(1)
    }
}
