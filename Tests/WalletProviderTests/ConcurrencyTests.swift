// SPDX-License-Identifier: EUPL-1.2

import Crypto
import ProviderProtocol
import Testing
import WalletProvider

struct ConcurrencyTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    @Test func `many messages under one challenge get one verdict`() async throws {
        var phone = try await test.registeredPhone()
        let challenge = try await test.challenge(for: &phone)
        var requests: [ProviderRequest] = []
        for _ in 0..<30 { requests.append(try phone.checkPIN(challenge, pinKey: P256.Signing.PrivateKey())) }
        let problems = await answers(to: requests)
        #expect(problems.filter { $0 == .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false) }.count == 1)
        #expect(problems.allSatisfy { $0 != nil })
        #expect(try await test.account(of: phone).attempts == 1)
    }

    @Test func `parallel guesses with separate challenges never exceed the policy`() async throws {
        let phone = try await test.registeredPhone()
        var verdicts: [ProviderProblem?] = []
        // In each round, many strands request a challenge and guess, with interleaved numbers.
        for round in 0..<4 {
            verdicts += try await withThrowingTaskGroup(of: [ProviderProblem?].self) { group in
                for strand in 0..<8 {
                    group.addTask { [test, phone] in
                        var phone = phone
                        var problems: [ProviderProblem?] = []
                        for step in 0..<4 {
                            phone.sequenceNumber = Int64(1 + round * 1000 + step * 100 + strand * 2)
                            phone.counter = UInt32(phone.sequenceNumber)
                            guard let challenge = try? await test.challenge(for: &phone) else { continue }
                            problems.append(await test.problem(of: try phone.checkPIN(challenge, pinKey: P256.Signing.PrivateKey())))
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
        let first = InstructionChallenge(instruction: .checkPIN, value: try await test.challenge(for: &phone))
        let reserved = try await test.store.reserveAttempt(for: right, answering: first, pinVersion: 0, under: policy)
        #expect(reserved == 1)

        phone.sequenceNumber = 200
        phone.counter = 200
        #expect(try await test.tryPIN(&phone, right: false) == .incorrectPIN(attemptsLeftInRound: 2, isFinalRound: false))
        #expect(try await test.store.settleAttempt(of: right, as: .right(.none), pinVersion: 0, answer: nil))
        #expect(try await test.account(of: phone).attempts == 2)
    }

    @Test func `concurrent copies of a request are verified once`() async throws {
        var phone = try await test.registeredPhone()
        let request = try phone.checkPIN(try await test.challenge(for: &phone), pinKey: P256.Signing.PrivateKey())
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
