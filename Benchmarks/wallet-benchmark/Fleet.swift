// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol

/// The wallets of a measurement.
struct Fleet: Sendable {
    /// The body sizes of the last unlock in bytes.
    struct Sizes: Sendable {
        var challengeRequest = 0
        var challengeAnswer = 0
        var checkRequest = 0
        var resultAnswer = 0
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

    /// Performs unlocks: each connection uses its share of the wallets in turn, one unlock after the other.
    ///
    /// - Returns: the start of the requests, and each unlock's waiting time: two exchanges without the signing between them.
    mutating func unlock(
        _ count: Int, connections: Int, over send: @escaping BenchmarkPhone.Exchange
    ) async throws -> (start: ContinuousClock.Instant, latencies: [Duration]) {
        let each = (count + phones.count - 1) / phones.count + 1
        for index in phones.indices { try phones[index].prepare(each) }
        let start = ContinuousClock.now
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
        return (start, shares.flatMap(\.latencies))
    }

    /// Processor seconds of this process for the phone's side of an unlock, including the challenge request, which `unlock` signs in advance.
    mutating func signingTime(_ count: Int) async throws -> Double {
        let answer = SingleMemberAnswer(.challenge, String(repeating: "A", count: 43)).encode()
        var phone = phones[0]
        return try await CPUTime.average(of: count) {
            try phone.prepare(1)
            _ = try phone.nextChallengeRequest()
            _ = try phone.checkPIN(answer)
        }
    }

    /// The two requests of another unlock.
    mutating func bodies(over send: BenchmarkPhone.Exchange) async throws -> [[UInt8]] {
        try phones[0].prepare(1)
        let request = try phones[0].nextChallengeRequest()
        let check = try phones[0].checkPIN(try await send(.challenge, request))
        _ = try await send(.instruction(.checkPIN), check)
        return [request, check]
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
            let request = try share.phones[index].nextChallengeRequest()
            let (challenge, first) = try await timed { try await send(.challenge, request) }
            let check = try share.phones[index].checkPIN(challenge)
            let (result, second) = try await timed { try await send(.instruction(.checkPIN), check) }
            share.latencies.append(first + second)
            share.sizes = Fleet.Sizes(
                challengeRequest: request.count, challengeAnswer: challenge.count, checkRequest: check.count, resultAnswer: result.count)
        }
        return share
    }
}

/// Pairs of exchanges with the bare server.
struct BarePairs: Sendable {
    let sizes: Fleet.Sizes
    let origin: String
    let client: Client

    /// Like `Fleet.unlock`.
    func send(_ count: Int, connections: Int) async throws -> (start: ContinuousClock.Instant, latencies: [Duration]) {
        let start = ContinuousClock.now
        let latencies = try await withThrowingTaskGroup(of: [Duration].self) { group in
            for connection in 0..<connections {
                let quota = count / connections + (connection < count % connections ? 1 : 0)
                group.addTask {
                    let bodies = [sizes.challengeRequest, sizes.checkRequest].map { [UInt8](repeating: 0x20, count: $0) }
                    var latencies: [Duration] = []
                    for _ in 0..<quota {
                        let (_, first) = try await timed { try await client.post(origin + BareServer.challengePath, bodies[0]) }
                        let (_, second) = try await timed { try await client.post(origin + BareServer.resultPath, bodies[1]) }
                        latencies.append(first + second)
                    }
                    return latencies
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        return (start, latencies)
    }
}

private func timed<Value: Sendable>(_ body: () async throws -> Value) async throws -> (Value, Duration) {
    let start = ContinuousClock.now
    let value = try await body()
    return (value, ContinuousClock.now - start)
}
