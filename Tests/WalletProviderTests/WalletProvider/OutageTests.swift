// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM
import ProviderProtocol
import Synchronization
import TestEnvironment
import Testing
import WalletProvider

/// An unavailable database or HSM never leads to a verdict about a PIN.
struct OutageTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    @Test(arguments: FlakyHSM.Operation.allCases, UnlockKind.allCases)
    func `an HSM failure at any point gives no false verdict and costs no attempt needlessly`(
        _ operation: FlakyHSM.Operation, _ kind: UnlockKind
    ) async throws {
        let right = kind.isRight
        var phone = try await test.registeredPhone(isWarm: kind.isWarm)
        let request = try phone.checkPIN(try await test.beacon(), pinKey: right ? nil : P256.Signing.PrivateKey())
        test.store.forgetCalls()
        test.hsm.fail(operation)
        let problem = await test.problem(of: request)
        test.hsm.fail()
        let failsBefore = [.publicKeys, .open, .authenticate].contains(operation)
        if kind.isWarm || !failsBefore { #expect(test.store.calls == (failsBefore ? [] : kind.calls)) }
        let attempts = try await test.account(of: phone).attempts
        switch operation {
        case .publicKeys, .open, .authenticate:
            #expect(problem == .unavailable)
            #expect(attempts == 0)
            #expect(await test.problem(of: request) == (right ? nil : .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false)))
        case .signResult where right:
            #expect(problem == .unavailable)
            #expect(attempts == 0)
            #expect(await test.problem(of: request) == .instructionRejected)
        default:
            #expect(problem == (right ? nil : .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false)))
        }
    }

    @Test(arguments: [FlakyStore.Statement.account, .reserve, .settle], UnlockKind.allCases)
    func `a database failure at any point gives no verdict`(_ statement: FlakyStore.Statement, _ kind: UnlockKind) async throws {
        var phone = try await test.registeredPhone(isWarm: kind.isWarm)
        let request = try phone.checkPIN(try await test.beacon(), pinKey: kind.isRight ? nil : P256.Signing.PrivateKey())
        test.store.forgetCalls()
        test.store.fail(statement)
        let problem = await test.problem(of: request)
        test.store.fail()
        let calls = test.store.calls
        let wrong = ProviderProblem.incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false)
        let attempts = try await test.account(of: phone).attempts
        switch (statement, kind.isWarm) {
        case (.account, true):
            // A known wallet's account is not read, so its failure is not noticed.
            #expect(calls == kind.calls)
            #expect(problem == (kind.isRight ? nil : wrong))
            #expect(attempts == (kind.isRight ? 0 : 1))
        case (.settle, _):
            #expect(calls.filter { $0 != .settle } == Array(kind.calls.dropLast()))
            #expect(problem == .unavailable)
            #expect(attempts == 1)
            #expect(await test.problem(of: request) == .instructionRejected)
        default:
            // A failed reservation is not followed by another.
            let expected: [FlakyStore.Call] = kind.isWarm ? [.reserveKnown] : statement == .account ? [.account] : [.account, .reserve]
            #expect(calls == expected)
            #expect(problem == .unavailable)
            #expect(attempts == 0)
            #expect(await test.problem(of: request) == (kind.isRight ? nil : wrong))
        }
    }

    @Test(arguments: [FlakyHSM.Operation.publicKeys, .signCertificate, .seal, .authenticate])
    func `a registration that fails halfway leaves no account, and a retry succeeds`(_ operation: FlakyHSM.Operation) async throws {
        var phone = TestPhone()
        let challenge = try await test.enroll(&phone)
        let request = try phone.registration(challenge: challenge, by: test.authority, now: test.clock.now)
        test.hsm.fail(operation)
        await #expect(throws: ProviderProblem.unavailable) { try await test.register(request) }
        #expect(try await test.store.account(of: phone.walletID) == nil)
        test.hsm.fail()
        phone.certificate = try await test.register(request).certificate
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    @Test func `all other functions are unavailable if a part they need is`() async throws {
        var phone = try await test.registeredPhone()
        let status = try phone.message(.walletStatus, try await test.beacon())
        test.store.fail(.accept, .create, .removeExpired)
        test.hsm.fail(.signCertificate)
        #expect(await test.refusal(of: status) == .unavailable)
        await #expect(throws: ProviderProblem.unavailable) { try await test.provider.enroll(Array("{}".utf8)) }
        await #expect(throws: ProviderProblem.unavailable) { try await test.provider.removeExpired() }
        test.hsm.fail(.publicKeys)
        await #expect(throws: ProviderProblem.unavailable) { try await test.provider.publicKeys() }
    }

    @Test func `the cause of an outage is reported without received or stored values`() async throws {
        let reported = Mutex<[String]>([])
        let provider = test.another(report: { error in reported.withLock { $0.append("\(error)") } })
        test.hsm.fail(.signCertificate)
        await #expect(throws: ProviderProblem.unavailable) { try await provider.enroll(Array("{}".utf8)) }
        #expect(reported.withLock { $0 } == ["HSM: unavailable: switched off by the test"])
    }

    @Test(arguments: [false, true])
    func `a different account's PIN key in the database verifies and counts nothing`(_ isWarm: Bool) async throws {
        var first = try await test.registeredPhone(isWarm: isWarm)
        let second = try await test.registeredPhone(isWarm: isWarm)
        try test.copyPINKey(from: second, to: first)
        test.store.forgetCalls()
        #expect(try await test.tryPIN(&first, right: true) == .unavailable)
        #expect(test.store.calls == (isWarm ? [.reserveKnown, .account] : [.account]))
        // The other account's PIN opens nothing either.
        first.pinKey = second.pinKey
        #expect(try await test.tryPIN(&first, right: true) == .unavailable)
        #expect(try await test.account(of: first).attempts == 0)
    }

    @Test(arguments: [16, 17, 255, 65_535, Int64.max], [false, true])
    func `no stored number of attempts crashes the program or yields a guess`(_ attempts: Int64, _ isWarm: Bool) async throws {
        var phone = try await test.registeredPhone(isWarm: isWarm)
        try test.setAttempts(attempts, of: phone)
        test.store.forgetCalls()
        #expect(try await test.tryPIN(&phone, right: true) == .accountBlocked)
        #expect(test.store.calls == (isWarm ? [.reserveKnown, .account] : [.account]))
    }
}
