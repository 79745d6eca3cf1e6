// SPDX-License-Identifier: EUPL-1.2

import Crypto
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// Lost replies, and repeated and replayed messages.
struct RetryTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    @Test func `a repeated request with a wrong PIN gets the same answer and counts once`() async throws {
        var phone = try await test.registeredPhone()
        let request = try phone.checkPIN(try await test.beacon(), pinKey: P256.Signing.PrivateKey())
        let first = await test.problem(of: request)
        #expect(first == .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false))
        for _ in 1...5 {
            test.clock.advance(seconds: 100)
            #expect(await test.problem(of: request) == first)
        }
        #expect(try await test.account(of: phone).attempts == 1)
    }

    @Test func `a repeated request gets the same result of a right PIN, and a beacon for the next message`() async throws {
        var phone = try await test.registeredPhone()
        let body = try phone.checkPIN(try await test.beacon()).encode()
        let first = try InstructionAnswer(parsing: try await test.provider.perform(.checkPIN, body))
        test.clock.advance(seconds: 600)
        let second = try InstructionAnswer(parsing: try await test.provider.perform(.checkPIN, body))
        #expect(second.result == first.result)
        #expect(await test.problem(of: try phone.checkPIN(first.beacon)) == .challengeRejected)
        #expect(await test.problem(of: try phone.checkPIN(second.beacon)) == nil)
    }

    @Test func `the answer that started a waiting period is repeated unchanged, also after the period`() async throws {
        var phone = try await test.registeredPhone()
        for _ in 1...3 { _ = try await test.tryPIN(&phone, right: false) }
        let request = try phone.checkPIN(try await test.beacon(), pinKey: P256.Signing.PrivateKey())
        #expect(await test.problem(of: request) == .pinTimeout(timeLeft: 60_000))
        test.clock.advance(seconds: 90)
        #expect(await test.problem(of: request) == .pinTimeout(timeLeft: 60_000))
        #expect(try await test.account(of: phone).attempts == 4)
    }

    @Test func `after ten minutes a replay is rejected and has no effect`() async throws {
        var phone = try await test.registeredPhone()
        let request = try phone.checkPIN(try await test.beacon())
        #expect(await test.problem(of: request) == nil)
        test.clock.advance(milliseconds: 600_001)
        #expect(await test.problem(of: request) == .instructionRejected)
        try await test.provider.removeExpired()
        #expect(await test.problem(of: request) == .instructionRejected)
        #expect(try await test.account(of: phone).attempts == 0)
    }

    @Test func `a different request with the same number is rejected`() async throws {
        var phone = try await test.registeredPhone()
        let beacon = try await test.beacon()
        let first = try phone.checkPIN(beacon, pinKey: P256.Signing.PrivateKey())
        _ = await test.problem(of: first)
        phone.sequenceNumber -= 1
        #expect(await test.problem(of: try phone.checkPIN(beacon)) == .instructionRejected)
        #expect(try await test.account(of: phone).attempts == 1)
    }

    @Test func `the same message with a new device proof is a different request`() async throws {
        var phone = try await test.registeredPhone()
        let first = try phone.checkPIN(try await test.beacon())
        #expect(await test.problem(of: first) == nil)
        let again = try phone.request(first.message, certificate: phone.certificate)
        #expect(await test.problem(of: again) == .instructionRejected)
    }

    @Test func `one beacon serves several messages, and each attempt is counted`() async throws {
        var phone = try await test.registeredPhone()
        let beacon = try await test.beacon()
        for left in [3, 2] {
            let problem = await test.problem(of: try phone.checkPIN(beacon, pinKey: P256.Signing.PrivateKey()))
            #expect(problem == .incorrectPIN(attemptsLeftInRound: left, isFinalRound: false))
        }
        #expect(try await test.account(of: phone).attempts == 2)
    }

    @Test func `a crash between reservation and verdict uses up the attempt`() async throws {
        var phone = try await test.registeredPhone()
        let request = try phone.checkPIN(try await test.beacon(), pinKey: P256.Signing.PrivateKey())
        test.store.fail(.settle)
        #expect(await test.problem(of: request) == .unavailable)
        test.store.fail()
        #expect(try await test.account(of: phone).attempts == 1)
        // The outcome of the request itself stays unknown; the next request shows the right count.
        #expect(await test.problem(of: request) == .instructionRejected)
        #expect(try await test.tryPIN(&phone, right: false) == .incorrectPIN(attemptsLeftInRound: 2, isFinalRound: false))
    }

    @Test func `sixteen crashes block the account, and no waiting period is skipped`() async throws {
        var phone = try await test.registeredPhone()
        for attempt in 1...16 {
            let request = try phone.checkPIN(try await test.beacon(), pinKey: P256.Signing.PrivateKey())
            test.store.fail(.settle)
            #expect(await test.problem(of: request) == .unavailable)
            test.store.fail()
            guard let waitUntil = try await test.account(of: phone).waitUntil else { continue }
            #expect([4, 8, 12].contains(attempt))
            test.clock.advance(milliseconds: waitUntil.milliseconds - Timestamp(test.clock.now).milliseconds)
        }
        #expect(try await test.tryPIN(&phone, right: true) == .accountBlocked)
    }
}
