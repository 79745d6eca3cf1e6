// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import HSM
import PhoneSimulator
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

struct PINTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    @Test func `a right PIN gets a result for exactly this message`() async throws {
        var phone = try await test.registeredPhone()
        let request = try phone.checkPIN(try await test.beacon())
        let body = try await test.provider.perform(.checkPIN, request.encode())
        let token = try InstructionAnswer(parsing: body).result
        let result = try await test.verified(token, as: InstructionResult.self, by: .result)
        #expect(result.answers(request.message.claims))
        #expect(result.result == nil)
        let account = try await test.account(of: phone)
        #expect(account.attempts == 0)
        #expect(account.isUsed)
    }

    @Test func `sixteen wrong PINs with all waiting periods block the account permanently`() async throws {
        var phone = try await test.registeredPhone()
        let waits: [Int: Int64] = [4: 60, 8: 300, 12: 3600]
        for attempt in 1...16 {
            let problem = try await test.tryPIN(&phone, right: false)
            #expect(problem == PINRetryPolicy.standard.refusal(ofWrongAttempt: attempt))
            #expect(try await test.account(of: phone).attempts == attempt)
            guard let wait = waits[attempt] else { continue }
            // During the waiting period, no PIN is verified or counted, not even the right one.
            for right in [false, true] {
                #expect(try await test.tryPIN(&phone, right: right) == .pinTimeout(timeLeft: wait * 1000))
            }
            test.clock.advance(milliseconds: wait * 1000 - 1)
            #expect(try await test.tryPIN(&phone, right: true) == .pinTimeout(timeLeft: 1))
            #expect(try await test.account(of: phone).attempts == attempt)
            test.clock.advance(milliseconds: 1)
        }
        #expect(try await test.tryPIN(&phone, right: true) == .accountBlocked)
        test.clock.advance(seconds: 1_000_000_000)
        #expect(try await test.tryPIN(&phone, right: true) == .accountBlocked)
        #expect(try await test.account(of: phone).attempts == 16)
    }

    @Test(arguments: 1...16)
    func `a right PIN at any attempt succeeds and returns all attempts`(_ attempt: Int) async throws {
        var phone = try await test.registeredPhone()
        for _ in 1..<attempt {
            if case .pinTimeout(let timeLeft) = try await test.tryPIN(&phone, right: false) { test.clock.advance(milliseconds: timeLeft) }
        }
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        let account = try await test.account(of: phone)
        #expect(account.attempts == 0)
        #expect(account.waitUntil == nil)
        #expect(try await test.tryPIN(&phone, right: false) == .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false))
    }

    @Test func `the remaining waiting time is in whole milliseconds, rounded up`() async throws {
        var phone = try await test.registeredPhone()
        for _ in 1...4 { _ = try await test.tryPIN(&phone, right: false) }
        for left in [59_999, 59_998, 59_000] as [Int64] {
            let account = try await test.account(of: phone)
            let now = Timestamp(test.clock.now)
            let waitUntil = try #require(account.waitUntil)
            test.clock.advance(milliseconds: waitUntil.milliseconds - now.milliseconds - left)
            #expect(try await test.tryPIN(&phone, right: true) == .pinTimeout(timeLeft: left))
        }
    }

    @Test func `a clock that is set back prolongs a waiting period, never shortens it`() async throws {
        var phone = try await test.registeredPhone()
        for _ in 1...4 { _ = try await test.tryPIN(&phone, right: false) }
        test.clock.advance(seconds: -10)
        #expect(try await test.tryPIN(&phone, right: true) == .pinTimeout(timeLeft: 70_000))
    }

    @Test func `two wallets have separate counters of attempts`() async throws {
        var first = try await test.registeredPhone()
        var second = try await test.registeredPhone()
        for _ in 1...4 { _ = try await test.tryPIN(&first, right: false) }
        #expect(try await test.tryPIN(&second, right: false) == .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false))
    }

    @Test func `a configured policy replaces the standard policy`() async throws {
        let test = try TestProvider(policy: PINRetryPolicy(rounds: 2, attemptsPerRound: 1, waits: [.seconds(5)]))
        var phone = try await test.registeredPhone()
        #expect(try await test.tryPIN(&phone, right: false) == .pinTimeout(timeLeft: 5000))
        #expect(try await test.tryPIN(&phone, right: true) == .pinTimeout(timeLeft: 5000))
        test.clock.advance(seconds: 5)
        #expect(try await test.tryPIN(&phone, right: false) == .accountBlocked)
    }

    @Test func `a stricter policy after a restart does not crash and allows no more guesses`() async throws {
        var phone = try await test.registeredPhone()
        for _ in 1...3 { _ = try await test.tryPIN(&phone, right: false) }
        let configuration = try ProviderConfiguration(
            publicURL: TestProvider.publicURL, devices: test.provider.configuration.devices,
            pinPolicy: PINRetryPolicy(rounds: 1, attemptsPerRound: 2, waits: []))
        let strict = WalletProvider(
            configuration: configuration, store: test.store, hsm: test.hsm, clock: { [test] in test.clock.now },
            randomBytes: { [UInt8](repeating: 1, count: $0) })
        let request = try phone.checkPIN(try await test.beacon())
        await #expect(throws: ProviderProblem.accountBlocked) { try await strict.perform(.checkPIN, request.encode()) }
    }
}
