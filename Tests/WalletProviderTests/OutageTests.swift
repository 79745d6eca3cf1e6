// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM
import ProviderProtocol
import Synchronization
import Testing
import WalletProvider

/// An unavailable database or HSM never leads to a verdict about a PIN.
struct OutageTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    @Test(arguments: FlakyHSM.Operation.allCases, [true, false])
    func `an HSM failure at any point gives no false verdict and costs no attempt needlessly`(
        _ operation: FlakyHSM.Operation, _ right: Bool
    ) async throws {
        var phone = try await test.registeredPhone()
        let request = try phone.checkPIN(try await test.beacon(), pinKey: right ? nil : P256.Signing.PrivateKey())
        test.hsm.fail(operation)
        let problem = await test.problem(of: request)
        test.hsm.fail()
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

    @Test(arguments: [FlakyStore.Statement.account, .reserve, .settle])
    func `a database failure at any point gives no verdict`(_ statement: FlakyStore.Statement) async throws {
        var phone = try await test.registeredPhone()
        let request = try phone.checkPIN(try await test.beacon(), pinKey: P256.Signing.PrivateKey())
        test.store.fail(statement)
        #expect(await test.problem(of: request) == .unavailable)
        test.store.fail()
        #expect(try await test.account(of: phone).attempts == (statement == .settle ? 1 : 0))
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
        let provider = WalletProvider(
            configuration: test.provider.configuration, store: test.store, hsm: test.hsm, clock: { [test] in test.clock.now },
            randomBytes: { [UInt8](repeating: 1, count: $0) }, report: { error in reported.withLock { $0.append("\(error)") } })
        test.hsm.fail(.signCertificate)
        await #expect(throws: ProviderProblem.unavailable) { try await provider.enroll(Array("{}".utf8)) }
        #expect(reported.withLock { $0 } == ["HSM: unavailable: switched off by the test"])
    }

    @Test func `a different account's PIN key in the database verifies and counts nothing`() async throws {
        var first = try await test.registeredPhone()
        let second = try await test.registeredPhone()
        try test.copyPINKey(from: second, to: first)
        #expect(try await test.tryPIN(&first, right: true) == .unavailable)
        #expect(try await test.account(of: first).attempts == 0)
    }

    @Test(arguments: [16, 17, 255, 65_535, Int64.max])
    func `no stored number of attempts crashes the program or yields a guess`(_ attempts: Int64) async throws {
        var phone = try await test.registeredPhone()
        try test.setAttempts(attempts, of: phone)
        #expect(try await test.tryPIN(&phone, right: true) == .accountBlocked)
    }
}
