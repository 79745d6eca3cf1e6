// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import ProviderProtocol

/// A temporary failure of a server's dependency.
struct Outage: Sendable {
    let name: String
    /// True if the dependency is only slow, so requests may still succeed.
    var isSlow = false
    /// Causes the outage; the returned closure ends it.
    let begin: @Sendable () async throws -> @Sendable () async throws -> Void
}

/// Wallets that send requests during an outage, each with a correct PIN, and repeat the same bytes until the response is 200.
struct OutageFleet: Sendable {
    private let origin: String
    private let client: Client
    private let phones: Phones

    private actor Phones {
        var all: [BenchmarkPhone]

        init(_ all: [BenchmarkPhone]) { self.all = all }

        func check(_ index: Int, with beacon: String) throws -> [UInt8] {
            try all[index].prepare(1, with: beacon)
            return try all[index].next()
        }
    }

    /// Registers new wallets.
    init(_ count: Int, at origin: String, _ client: Client, _ authority: DevelopmentAppleCA) async throws {
        self.origin = origin
        self.client = client
        var phones: [BenchmarkPhone] = []
        for _ in 0..<count { phones.append(try await BenchmarkPhone(registeringWith: authority, client.exchange(at: origin))) }
        self.phones = Phones(phones)
        self.count = count
    }

    private let count: Int
    /// The duration of an outage: longer than every timeout of the server.
    private static let length = Duration.seconds(6)

    /// Causes a slow phase repeatedly while every wallet unlocks.
    ///
    /// - Returns: the time of each response, and the time from the end until each wallet's response 200.
    func measureSlow(_ outage: Outage, times: Int) async throws -> (answers: Times, returns: Times) {
        var answers = Times("\(outage.name): answered", limit: .seconds(2))
        var returns = Times("\(outage.name): served again", limit: .seconds(5))
        for _ in 0..<times {
            let beacon = try await beacon()
            let end = try await outage.begin()
            let until = ContinuousClock.now + Self.length
            try await withThrowingTaskGroup(of: (waits: [(Duration, String)], good: ContinuousClock.Instant).self) { group in
                for index in 0..<count { group.addTask { try await unlock(index, from: beacon, until: until) } }
                try await ContinuousClock().sleep(until: until)
                try await end()
                let back = ContinuousClock.now
                for try await result in group {
                    for (wait, what) in result.waits { answers.add(wait, what) }
                    returns.add(max(.zero, result.good - back))
                }
            }
        }
        return (answers, returns)
    }

    private func beacon() async throws -> String {
        try SingleMemberAnswer(parsing: try await client.get(origin + Endpoint.beacon.path), expecting: .beacon).value
    }

    /// Unlocks repeatedly until `end`, and then once more. Like a phone, it takes each beacon from the previous answer.
    private func unlock(
        _ index: Int, from beacon: String, until end: ContinuousClock.Instant
    ) async throws -> (waits: [(Duration, String)], good: ContinuousClock.Instant) {
        var waits: [(Duration, String)] = []
        /// Repeats the same bytes until the response is not 503; nil for 409, after a lost response.
        func insist(_ bytes: [UInt8], _ endpoint: Endpoint) async throws -> [UInt8]? {
            while true {
                let (status, answer, time) = try await client.answer(to: bytes, at: origin + endpoint.path)
                waits.append((time, "\(endpoint.path): \(status)"))
                switch status {
                case 200: return answer
                case 503: try await ContinuousClock().sleep(for: .milliseconds(50))
                default:
                    guard try ProviderProblem(parsing: answer, status: Int(status)) == .instructionRejected else {
                        throw BenchmarkError("a right PIN was answered \(status) by slow parts")
                    }
                    return nil
                }
            }
        }
        var beacon = beacon
        while true {
            let isLast = ContinuousClock.now >= end
            let check = try await phones.check(index, with: beacon)
            guard let answer = try await insist(check, .instruction(.checkPIN)) else { continue }
            if isLast { return (waits, .now) }
            beacon = try InstructionAnswer(parsing: answer).beacon
        }
    }

    /// Causes an outage repeatedly.
    ///
    /// - Returns: the time of each response 503, and the time from the end of the outage until each wallet's response 200.
    func measure(_ outage: Outage, times: Int) async throws -> (refusals: Times, returns: Times) {
        var refusals = Times("\(outage.name): 503", limit: .seconds(2))
        var returns = Times("\(outage.name): served again", limit: .seconds(5))
        for _ in 0..<times {
            let beacon = try await beacon()
            var checks: [[UInt8]] = []
            for index in 0..<count { checks.append(try await phones.check(index, with: beacon)) }
            let end = try await outage.begin()
            let until = ContinuousClock.now + Self.length
            let results = try await withThrowingTaskGroup(of: (waits: [Duration], good: ContinuousClock.Instant).self) { group in
                for check in checks { group.addTask { try await insist(on: check) } }
                try await ContinuousClock().sleep(until: until)
                try await end()
                let back = ContinuousClock.now
                var results: [(waits: [Duration], back: Duration)] = []
                for try await result in group { results.append((result.waits, result.good - back)) }
                return results
            }
            for result in results {
                for wait in result.waits { refusals.add(wait) }
                returns.add(max(.zero, result.back))
            }
        }
        return (refusals, returns)
    }

    /// Repeats the same bytes with a short pause, as a retrying client.
    private func insist(on check: [UInt8]) async throws -> (waits: [Duration], good: ContinuousClock.Instant) {
        var waits: [Duration] = []
        while true {
            let (status, bytes, time) = try await client.answer(to: check, at: origin + Endpoint.instruction(.checkPIN).path)
            switch status {
            case 200: return (waits, .now)
            case 503: waits.append(time)
            default:
                // The response to a checked PIN could not be signed: no attempt was counted, and the phone sends a new message.
                guard try ProviderProblem(parsing: bytes, status: Int(status)) == .instructionRejected else {
                    throw BenchmarkError("a right PIN was answered \(status) after an outage")
                }
                return (waits, .now)
            }
            try await ContinuousClock().sleep(for: .milliseconds(50))
        }
    }
}
