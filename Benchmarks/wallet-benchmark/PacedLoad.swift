// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// Unlocks at a fixed rate, whatever the server's speed. An unlock's latency counts from the time at which it was due, so a server that stops
/// for a moment is charged with every unlock that was due in that time.
struct PacedLoad: Sendable {
    /// Sends the bytes of an unlock with the id of its trace and returns the response.
    typealias Exchange = @Sendable (_ trace: String, [UInt8]) async throws -> [UInt8]

    /// Unlocks per second.
    let rate: Double
    /// The number of unlocks that can be under way at a time. Each has its own wallets, so that messages of a wallet arrive in order.
    let connections: Int

    /// Performs unlocks; the wallets continue with their next message afterwards.
    ///
    /// - Parameter prepare: how the beacon arrives.
    func run(
        _ count: Int, _ fleet: inout Fleet, prepare: BenchmarkPhone.Exchange, over send: @escaping Exchange
    ) async throws -> [PacedUnlock] {
        try await fleet.prepare(for: count, connections: connections, over: prepare)
        // The first half of each trace's id, so that no two loads share one.
        let load = UInt64.random(in: 1 ... .max)
        let start = ContinuousClock.now + .milliseconds(10)
        let lanes = try await withThrowingTaskGroup(of: Lane.self) { group in
            for connection in 0..<connections {
                let indices = Array(stride(from: connection, to: fleet.phones.count, by: connections))
                let lane = Lane(indices: indices, phones: indices.map { fleet.phones[$0] })
                let due = stride(from: connection, to: count, by: connections).map { number in
                    (trace: String(format: "%016llx%016llx", load, UInt64(number)), due: start + .seconds(Double(number) / rate))
                }
                group.addTask { try await lane.unlocked(at: due, over: send) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for lane in lanes {
            for (index, phone) in zip(lane.indices, lane.phones) { fleet.phones[index] = phone }
        }
        return lanes.flatMap(\.unlocks)
    }

    /// The wallets of one connection.
    private struct Lane: Sendable {
        let indices: [Int]
        var phones: [BenchmarkPhone]
        var unlocks: [PacedUnlock] = []

        consuming func unlocked(
            at times: [(trace: String, due: ContinuousClock.Instant)], over send: Exchange
        ) async throws -> Lane {
            var lane = self
            for (number, (trace, due)) in times.enumerated() {
                let request = try lane.phones[number % lane.phones.count].next()
                if due > .now { try await ContinuousClock().sleep(until: due, tolerance: .zero) }
                let late = ContinuousClock.now - due
                _ = try await send(trace, request)
                lane.unlocks.append(PacedUnlock(trace: trace, due: due, late: late, sinceDue: ContinuousClock.now - due))
            }
            return lane
        }
    }
}
