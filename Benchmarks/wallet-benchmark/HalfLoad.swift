// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// Latencies at half of the server's throughput, beside those of a server without load.
struct HalfLoad: Sendable {
    /// Unlocks per second that were due.
    let rate: Double
    /// Median seconds of unlocks on one connection, one after the other.
    let idleMedian: Double
    /// Seconds that 99 of 100 unlocks at the rate did not exceed, since they were due.
    let percentile99: Double
    /// Seconds that 99 of 100 of them were sent late, which is the client's own share.
    let late99: Double
    /// Of a second such load, directly after it.
    let slowest: SlowestUnlocks

    var ratio: Double { percentile99 / idleMedian }

    private static let connections = 32
    private static let unloaded = 500
    /// The length of a load.
    private static let seconds = 4.0

    /// Measures both, one after the other, so many times.
    static func measure(
        rounds: Int, rate: Double, _ fleet: inout Fleet, _ server: ServerProcess, at origin: String, _ installation: Installation
    ) async throws -> [HalfLoad] {
        let database = try installation.databaseProcess.map { [$0] + (try CPUTime.children(of: $0)) } ?? []
        let processes = [ProcessInfo.processInfo.processIdentifier, server.processID] + database
        let connections = min(Self.connections, fleet.phones.count)
        let metrics = try server.metricsAddress()
        return try await Client.with(trusting: installation.tlsRoot, connections: connections) { client in
            let exchange = client.exchange(at: origin)
            // The TLS handshakes are not part of an unlock.
            _ = try await fleet.unlock(connections * 4, connections: connections, over: exchange)
            var measured: [HalfLoad] = []
            for _ in 0..<rounds {
                let idle = try await fleet.unlock(unloaded, connections: 1, over: exchange).latencies.sorted()
                let paced = PacedLoad(rate: rate, connections: connections)
                let count = Int((rate * seconds).rounded(.up))
                let unlocks = try await paced.run(count, &fleet, prepare: exchange, over: client.pacedExchange(at: origin))
                // The samples and their flushes cost time themselves, so they have a load of their own.
                let log = try server.logSize()
                let ((sampled, moments), calls) = try await CallSampler(client, at: metrics).during {
                    try await MomentSampler(processes, in: installation.tlsDirectory).during {
                        try await paced.run(count, &fleet, prepare: exchange, over: client.pacedExchange(at: origin))
                    }
                }
                measured.append(
                    HalfLoad(
                        rate: rate, idleMedian: idle.percentile(0.5), percentile99: unlocks.map(\.sinceDue).sorted().percentile(0.99),
                        late99: unlocks.map(\.late).sorted().percentile(0.99),
                        slowest: try SlowestUnlocks(
                            sampled, durations: try server.durations(from: log), moments: moments, calls: calls)))
            }
            return measured
        }
    }
}
