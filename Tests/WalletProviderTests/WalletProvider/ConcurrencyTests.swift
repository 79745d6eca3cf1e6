// SPDX-License-Identifier: EUPL-1.2

import Crypto
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

struct ConcurrencyTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    @Test func `many concurrent messages with one beacon get no more verdicts than the round allows`() async throws {
        var phone = try await test.registeredPhone()
        let beacon = try await test.beacon()
        var requests: [ProviderRequest] = []
        for _ in 0..<30 { requests.append(try phone.checkPIN(beacon, pinKey: P256.Signing.PrivateKey())) }
        let problems = await answers(to: requests)
        #expect(problems.allSatisfy { $0 != nil })
        let attempts = try await test.account(of: phone).attempts
        #expect((1...4).contains(attempts))
        // Each attempt is told to one message: three as wrong, and the last of the round as a wait.
        for left in 1...3 {
            let verdict = ProviderProblem.incorrectPIN(attemptsLeftInRound: left, isFinalRound: false)
            #expect(problems.count { $0 == verdict } == (attempts >= 4 - left ? 1 : 0))
        }
    }

    @Test func `parallel guesses with interleaved numbers never exceed the policy`() async throws {
        let phone = try await test.registeredPhone()
        var verdicts: [ProviderProblem?] = []
        // In each round, many strands guess, with interleaved numbers.
        for round in 0..<4 {
            verdicts += try await withThrowingTaskGroup(of: [ProviderProblem?].self) { group in
                for strand in 0..<8 {
                    group.addTask { [test, phone] in
                        var phone = phone
                        var problems: [ProviderProblem?] = []
                        for step in 0..<4 {
                            phone.sequenceNumber = Int64(1 + round * 1000 + step * 100 + strand * 2)
                            phone.counter = UInt32(phone.sequenceNumber)
                            let beacon = try await test.beacon()
                            problems.append(await test.problem(of: try phone.checkPIN(beacon, pinKey: P256.Signing.PrivateKey())))
                        }
                        return problems
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            let account = try await test.account(of: phone)
            #expect(account.attempts <= 4 * (round + 1))
            if let waitUntil = account.waitUntil {
                test.clock.advance(milliseconds: waitUntil.milliseconds - Timestamp(test.clock.now).milliseconds)
            }
        }
        #expect(!verdicts.contains(nil))
        let incorrect = verdicts.filter { if case .incorrectPIN = $0 { true } else { false } }.count
        #expect(incorrect <= 12)
        #expect(incorrect > 0)
    }

    @Test func `a right PIN does not return guesses made after its reservation`() async throws {
        var phone = try await test.registeredPhone()
        let policy = PINRetryPolicy.standard
        let right = MessageIdentity(walletID: phone.walletID, sequenceNumber: 100, assertionCounter: 100, requestHash: [1])
        let reserved = try await test.store.reserveAttempt(for: right, pinVersion: 0, under: policy)
        #expect(reserved == 1)

        phone.sequenceNumber = 200
        phone.counter = 200
        #expect(try await test.tryPIN(&phone, right: false) == .incorrectPIN(attemptsLeftInRound: 2, isFinalRound: false))
        #expect(try await test.store.settleAttempt(of: right, as: .unlocked, pinVersion: 0, answer: nil))
        #expect(try await test.account(of: phone).attempts == 2)
    }

    @Test func `concurrent copies of a request are verified once`() async throws {
        var phone = try await test.registeredPhone()
        let request = try phone.checkPIN(try await test.beacon(), pinKey: P256.Signing.PrivateKey())
        let problems = await answers(to: Array(repeating: request, count: 30))
        let verdict = ProviderProblem.incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false)
        #expect(problems.contains(verdict))
        #expect(problems.allSatisfy { [verdict, .instructionRejected, .unavailable].contains($0) })
        #expect(try await test.account(of: phone).attempts == 1)
    }

    private func answers(to requests: [ProviderRequest]) async -> [ProviderProblem?] {
        await withTaskGroup(of: ProviderProblem?.self) { group in
            for request in requests { group.addTask { [test] in await test.problem(of: request) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }
}
