// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JSON
import PhoneSimulator
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// Unlocks of an account that the provider knows from the last right PIN and does not read again.
struct KnownUnlockTests {
    private let test: TestProvider
    /// The PINs that `stale` has verified: true for a right one.
    private let verdicts = Recorded<[Bool]>([])
    /// A second replica on the same database, with a memory of its own.
    private let stale: TestProvider

    init() throws {
        test = try TestProvider()
        stale = TestProvider(
            test, on: test.store,
            observe: { [verdicts] event in
                guard case .pinVerified(let isRight, _) = event else { return }
                verdicts.change { $0.append(isRight) }
            })
    }

    /// Returns the problem of an unlock at `stale` that cannot read the account; nil if the PIN was right.
    private func unlockUnread(_ phone: inout TestPhone, right: Bool = true) async throws -> ProviderProblem? {
        stale.store.fail(.account)
        defer { stale.store.fail() }
        return try await stale.tryPIN(&phone, right: right)
    }

    /// Registers a phone whose account `stale` knows.
    private func knownPhone() async throws -> TestPhone {
        var phone = try await test.registeredPhone()
        try #require(try await stale.tryPIN(&phone, right: true) == nil)
        verdicts.change { $0 = [] }
        return phone
    }

    @Test func `only a right PIN makes the account known`() async throws {
        var phone = try await test.registeredPhone()
        #expect(try await unlockUnread(&phone) == .unavailable)
        #expect(try await stale.tryPIN(&phone, right: false) != nil)
        #expect(try await unlockUnread(&phone) == .unavailable)
        #expect(try await stale.tryPIN(&phone, right: true) == nil)
        for _ in 1...3 { #expect(try await unlockUnread(&phone) == nil) }
        #expect(try await test.account(of: phone).attempts == 0)
    }

    @Test(arguments: PhoneKind.allCases)
    func `a wrong PIN is counted as always, and makes the account unknown`(_ kind: PhoneKind) async throws {
        var phone = try await test.registeredPhone(kind)
        #expect(try await stale.tryPIN(&phone, right: true) == nil)
        #expect(try await unlockUnread(&phone, right: false) == .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false))
        #expect(try await test.account(of: phone).attempts == 1)
        #expect(try await unlockUnread(&phone) == .unavailable)
        #expect(try await stale.tryPIN(&phone, right: true) == nil)
        #expect(try await test.account(of: phone).attempts == 0)
    }

    @Test(arguments: [FlakyHSM.Operation.open, .authenticate, .signResult])
    func `a failing HSM leaves no attempt counted, and the account is read again`(_ operation: FlakyHSM.Operation) async throws {
        var phone = try await knownPhone()
        let request = try phone.checkPIN(try await test.beacon())
        test.hsm.fail(operation)
        #expect(await stale.problem(of: request) == .unavailable)
        test.hsm.fail()
        #expect(try await test.account(of: phone).attempts == 0)
        // Once the PIN was verified, the message is used.
        #expect(await stale.problem(of: request) == (operation == .signResult ? .instructionRejected : nil))
        #expect(verdicts.value == [true])
        if operation == .signResult { #expect(try await unlockUnread(&phone) == .unavailable) }
    }

    @Test func `a database that fails to reserve counts nothing, and one that fails to settle gives no verdict`() async throws {
        var phone = try await knownPhone()
        stale.store.fail(.reserve)
        #expect(try await stale.tryPIN(&phone, right: false) == .unavailable)
        #expect(try await test.account(of: phone).attempts == 0)
        stale.store.fail()
        #expect(try await stale.tryPIN(&phone, right: true) == nil)
        stale.store.fail(.settle)
        #expect(try await stale.tryPIN(&phone, right: true) == .unavailable)
        stale.store.fail()
        #expect(try await test.account(of: phone).attempts == 1)
        #expect(try await unlockUnread(&phone) == .unavailable)
    }

    @Test func `a repeated request gets the recorded answer, and a used number or an old beacon no work of the HSM`() async throws {
        var phone = try await knownPhone()
        let beacon = try await test.beacon()
        var late = phone
        let request = try phone.checkPIN(beacon)
        let first = try InstructionAnswer(parsing: try await stale.provider.perform(.checkPIN, request.encode()))
        test.hsm.forgetCalls()
        let second = try InstructionAnswer(parsing: try await stale.provider.perform(.checkPIN, request.encode()))
        #expect(second.result == first.result)
        #expect(await stale.problem(of: try late.checkPIN(beacon, pinKey: P256.Signing.PrivateKey())) == .instructionRejected)
        #expect(await stale.problem(of: try phone.checkPIN("old")) == .challengeRejected)
        #expect(test.hsm.calls.isEmpty)
        #expect(verdicts.value == [true])
    }

    @Test func `a copy of a request at work at another replica is told to come again, and verified by nobody`() async throws {
        var phone = try await knownPhone()
        let request = try phone.checkPIN(try await test.beacon())
        test.store.fail(.settle)
        #expect(await test.problem(of: request) == .unavailable)
        test.store.fail()
        #expect(await stale.problem(of: request) == .unavailable)
        // Without an answer until then, the message is used.
        #expect(await stale.problem(of: request) == .instructionRejected)
        #expect(verdicts.value == [])
    }

    @Test func `an account that ended at another replica is told so, and no PIN is verified`() async throws {
        var (revoked, gone) = (try await knownPhone(), try await knownPhone())
        _ = try await test.revoker.revoke(revoked.walletID, because: .userRequest, by: .portal)
        try await test.deregister(&gone)
        let problem = ProviderProblem.accountRevoked(reason: "user_request", canRegisterNewWallet: true)
        for _ in 1...2 {
            #expect(try await stale.tryPIN(&revoked, right: true) == problem)
            #expect(try await stale.tryPIN(&gone, right: true) == .certificateRejected)
        }
        #expect(verdicts.value == [])
    }

    @Test func `two replicas that know an account share its attempts and its waiting period`() async throws {
        var phone = try await knownPhone()
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        #expect(try await test.tryPIN(&phone, right: false) == .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false))
        #expect(try await unlockUnread(&phone, right: false) == .incorrectPIN(attemptsLeftInRound: 2, isFinalRound: false))
        #expect(try await test.tryPIN(&phone, right: false) == .incorrectPIN(attemptsLeftInRound: 1, isFinalRound: false))
        #expect(try await stale.tryPIN(&phone, right: false) == .pinTimeout(timeLeft: 60_000))
        #expect(try await stale.tryPIN(&phone, right: true) == .pinTimeout(timeLeft: 60_000))
        #expect(verdicts.value == [false, false])
    }

    @Test(arguments: [4, 16])
    func `a replica that knows an account verifies nothing while it waits or is blocked`(_ attempts: Int) async throws {
        var phone = try await knownPhone()
        for _ in 1...attempts {
            if case .pinTimeout(let timeLeft) = try await test.tryPIN(&phone, right: false), attempts > 4 {
                test.clock.advance(milliseconds: timeLeft)
            }
        }
        let expected: ProviderProblem = attempts == 4 ? .pinTimeout(timeLeft: 60_000) : .accountBlocked
        #expect(try await stale.tryPIN(&phone, right: true) == expected)
        #expect(try await test.account(of: phone).attempts == attempts)
        #expect(verdicts.value == [])
    }

    @Test func `the certificate of an account that fell out of the memory is verified again, and the account is read`() async throws {
        let provider = test.another(certificates: VerifiedCertificates(limit: 1))
        var phones: [TestPhone] = []
        for _ in 1...3 { phones.append(try await test.registeredPhone()) }
        let beacon = try await test.beacon()
        for index in phones.indices { _ = try await provider.perform(.checkPIN, phones[index].checkPIN(beacon).encode()) }
        test.store.fail(.account)
        let body = try phones[0].checkPIN(beacon).encode()
        await #expect(throws: ProviderProblem.unavailable) { try await provider.perform(.checkPIN, body) }
        _ = try await provider.perform(.checkPIN, phones[2].checkPIN(beacon).encode())
        test.store.fail()
        _ = try await provider.perform(.checkPIN, body)
    }

    @Test func `wrong PINs are reported by an unlock that reads no account`() async throws {
        var phone = try await test.registeredPhone()
        for _ in 1...7 {
            for _ in 1...3 { _ = try await test.tryPIN(&phone, right: false) }
            #expect(try await stale.tryPIN(&phone, right: true) == nil)
        }
        stale.store.fail(.account)
        let request = try phone.checkPIN(try await test.beacon())
        #expect(try await stale.result(of: request) == WrongPINReport(count: 21, days: 30).json)
    }
}
