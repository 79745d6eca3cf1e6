// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol

/// The wallets of a measurement.
struct Fleet: Sendable {
    /// The body sizes of the last unlock in bytes.
    struct Sizes: Sendable {
        var request = 0
        var answer = 0
    }

    var phones: [BenchmarkPhone]
    var sizes = Sizes()

    /// Registers wallets at a server.
    static func register(_ count: Int, at origin: String, with client: Client, _ installation: Installation) async throws -> Fleet {
        var phones: [BenchmarkPhone] = []
        for _ in 0..<count {
            phones.append(
                try await BenchmarkPhone(registeringWith: installation.authority, client.exchange(at: origin)))
        }
        return Fleet(phones: phones)
    }

    /// Signs the messages of this number of unlocks in advance, with a fresh beacon.
    mutating func prepare(for count: Int, connections: Int, over send: BenchmarkPhone.Exchange) async throws {
        let beacon = try SingleMemberAnswer(parsing: try await send(.beacon, []), expecting: .beacon).value
        // A connection with the fewest wallets needs the most messages of each.
        let each = (count / connections + 1) / max(1, phones.count / connections) + 1
        for index in phones.indices { try phones[index].prepare(each, with: beacon) }
    }

    /// Performs unlocks: each connection uses its share of the wallets in turn, one unlock at a time. All unlocks share one beacon and are
    /// signed in advance, so they must all be sent while the beacon is valid (300 s).
    ///
    /// - Returns: the requests, without the signing.
    mutating func unlock(_ count: Int, connections: Int, over send: @escaping BenchmarkPhone.Exchange) async throws -> Load.Run {
        try await prepare(for: count, connections: connections, over: send)
        let (start, startTime) = (ContinuousClock.now, CPUTime.ofThisProcess())
        let shares = try await withThrowingTaskGroup(of: Share.self) { group in
            for connection in 0..<connections {
                let indices = Array(stride(from: connection, to: phones.count, by: connections))
                let share = Share(indices: indices, phones: indices.map { phones[$0] })
                let quota = count / connections + (connection < count % connections ? 1 : 0)
                group.addTask { try await share.unlocked(quota, over: send) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for share in shares {
            for (index, phone) in zip(share.indices, share.phones) { phones[index] = phone }
            sizes = share.sizes
        }
        return Load.Run(start: start, startTime: startTime, latencies: shares.flatMap(\.latencies))
    }
}

/// The wallets of one connection.
private struct Share: Sendable {
    let indices: [Int]
    var phones: [BenchmarkPhone]
    var sizes = Fleet.Sizes()
    var latencies: [Duration] = []

    consuming func unlocked(_ count: Int, over send: BenchmarkPhone.Exchange) async throws -> Share {
        var share = self
        share.latencies.reserveCapacity(count)
        for number in 0..<count {
            let index = number % share.phones.count
            let request = try share.phones[index].next()
            let (answer, time) = try await timed { try await send(.instruction(.checkPIN), request) }
            share.latencies.append(time)
            share.sizes = Fleet.Sizes(request: request.count, answer: answer.count)
        }
        return share
    }
}
