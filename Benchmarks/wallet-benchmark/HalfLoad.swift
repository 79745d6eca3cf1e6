// SPDX-License-Identifier: EUPL-1.2

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

    var ratio: Double { percentile99 / idleMedian }

    private static let connections = 32
    private static let unloaded = 500
    /// The length of the load.
    private static let seconds = 4.0

    /// Measures both, one after the other, so many times.
    static func measure(
        rounds: Int, rate: Double, _ fleet: inout Fleet, at origin: String, _ installation: Installation
    ) async throws -> [HalfLoad] {
        let connections = min(Self.connections, fleet.phones.count)
        return try await Client.with(trusting: installation.tlsRoot, connections: connections) { client in
            let exchange = client.exchange(at: origin)
            // The TLS handshakes are not part of an unlock.
            _ = try await fleet.unlock(connections * 4, connections: connections, over: exchange)
            var measured: [HalfLoad] = []
            for _ in 0..<rounds {
                let idle = try await fleet.unlock(unloaded, connections: 1, over: exchange).latencies.sorted()
                let paced = try await PacedLoad(rate: rate, connections: connections)
                    .run(Int((rate * seconds).rounded(.up)), &fleet, over: exchange)
                measured.append(
                    HalfLoad(
                        rate: rate, idleMedian: idle.percentile(0.5), percentile99: paced.sinceDue.percentile(0.99),
                        late99: paced.late.percentile(0.99)))
            }
            return measured
        }
    }
}
