// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol

/// Unlocks at a fixed rate, whatever the server's speed. An unlock's latency counts from the time at which it was due, so a server that stops
/// for a moment is charged with every unlock that was due in that time.
struct PacedLoad: Sendable {
    /// Latencies, sorted.
    struct Latencies: Sendable {
        /// Since each unlock was due.
        let sinceDue: [Duration]
        /// From the due time until the unlock was sent: the share of the client, or of an earlier unlock on the connection.
        let late: [Duration]
    }

    /// Unlocks per second.
    let rate: Double
    /// The number of unlocks that can be under way at a time. Each has its own wallets, so that messages of a wallet arrive in order.
    let connections: Int

    /// Performs unlocks; the wallets continue with their next message afterwards.
    func run(_ count: Int, _ fleet: inout Fleet, over send: @escaping BenchmarkPhone.Exchange) async throws -> Latencies {
        try await fleet.prepare(for: count, connections: connections, over: send)
        let start = ContinuousClock.now + .milliseconds(10)
        let lanes = try await withThrowingTaskGroup(of: Lane.self) { group in
            for connection in 0..<connections {
                let indices = Array(stride(from: connection, to: fleet.phones.count, by: connections))
                let lane = Lane(indices: indices, phones: indices.map { fleet.phones[$0] })
                let due = stride(from: connection, to: count, by: connections).map { start + .seconds(Double($0) / rate) }
                group.addTask { try await lane.unlocked(at: due, over: send) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for lane in lanes {
            for (index, phone) in zip(lane.indices, lane.phones) { fleet.phones[index] = phone }
        }
        return Latencies(sinceDue: lanes.flatMap(\.sinceDue).sorted(), late: lanes.flatMap(\.late).sorted())
    }

    /// The wallets of one connection.
    private struct Lane: Sendable {
        let indices: [Int]
        var phones: [BenchmarkPhone]
        var sinceDue: [Duration] = []
        var late: [Duration] = []

        consuming func unlocked(at times: [ContinuousClock.Instant], over send: BenchmarkPhone.Exchange) async throws -> Lane {
            var lane = self
            for (number, due) in times.enumerated() {
                let request = try lane.phones[number % lane.phones.count].next()
                if due > .now { try await ContinuousClock().sleep(until: due, tolerance: .zero) }
                lane.late.append(ContinuousClock.now - due)
                _ = try await send(.instruction(.checkPIN), request)
                lane.sinceDue.append(ContinuousClock.now - due)
            }
            return lane
        }
    }
}
