// SPDX-License-Identifier: EUPL-1.2

import Crypto
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// The key that judges an unlock is the key in force, also at a replica that knows the account with an older PIN.
struct KnownPINTests {
    private let test: TestProvider
    /// The PINs that `stale` has verified: true for a right one.
    private let verdicts = Recorded<[Bool]>([])
    /// A second replica on the same database. It knows the account; the changes are made at `test`.
    private let stale: TestProvider
    private let new = P256.Signing.PrivateKey()

    init() throws {
        test = try TestProvider()
        stale = TestProvider(
            test, on: test.store,
            observe: { [verdicts] event in
                guard case .pinVerified(let isRight, _) = event else { return }
                verdicts.change { $0.append(isRight) }
            })
    }

    /// A change of the PIN.
    enum Change: CaseIterable, Sendable {
        case settled, recovered
    }

    /// Unlocks at `stale`.
    private func makeKnown(_ phone: inout TestPhone) async throws {
        try #require(try await stale.tryPIN(&phone, right: true) == nil)
        verdicts.change { $0 = [] }
    }

    /// Changes the PIN; the phone adopts it.
    private func change(_ phone: inout TestPhone, to key: P256.Signing.PrivateKey, by change: Change = .settled) async throws {
        switch change {
        case .settled:
            try await test.startPINChange(&phone, to: key)
            let request = try await test.settleRequest(&phone, current: P256.Signing.PrivateKey(), new: key)
            phone.certificate = try PINChangeResult(try await test.object(of: request)).certificate
        case .recovered:
            let recoveryKey = try await test.startPINRecovery(&phone, to: key)
            let pid = try test.pidIssuer.pid("person 1", boundTo: recoveryKey.publicKey)
            let request = try await test.completeRequest(&phone, pid: pid, pinKey: key)
            phone.certificate = try CertificateResult(try await test.object(of: request)).certificate
        }
        phone.pinKey = key
    }

    /// Returns the phone as it was before a change, with the numbers that follow this phone's.
    private func former(_ before: TestPhone, after phone: TestPhone) -> TestPhone {
        var former = before
        (former.sequenceNumber, former.counter) = (phone.sequenceNumber + 100, phone.counter + 100)
        return former
    }

    @Test(arguments: Change.allCases)
    func `a PIN that was replaced at another replica is not verified, and the new one is`(_ change: Change) async throws {
        var phone = try await test.phoneWithPID()
        try await makeKnown(&phone)
        let before = phone
        try await self.change(&phone, to: new, by: change)
        var old = former(before, after: phone)
        #expect(try await stale.tryPIN(&old, right: true) == .certificateRejected)
        #expect(try await stale.tryPIN(&old, right: true) == .certificateRejected)
        #expect(verdicts.value == [])
        #expect(try await stale.tryPIN(&phone, right: true) == nil)
        #expect(verdicts.value == [true])
        #expect(try await test.account(of: phone).attempts == 0)
    }

    @Test func `while a change that was started at another replica is pending, neither PIN is verified`() async throws {
        var phone = try await test.registeredPhone()
        try await makeKnown(&phone)
        try await test.startPINChange(&phone, to: new)
        #expect(try await stale.tryPIN(&phone, right: true) == .instructionRejected)
        #expect(await stale.problem(of: try phone.checkPIN(try await test.beacon(), pinKey: new)) == .instructionRejected)
        #expect(verdicts.value == [])
    }

    @Test func `after a change was rolled back at another replica, the old PIN is verified by the account as read again`() async throws {
        var phone = try await test.registeredPhone()
        try await makeKnown(&phone)
        try await test.startPINChange(&phone, to: new)
        let request = try await test.settleRequest(&phone, current: phone.pinKey, new: P256.Signing.PrivateKey())
        #expect(try PINChangeResult(try await test.object(of: request)).pin == .current)
        stale.store.fail(.account)
        #expect(try await stale.tryPIN(&phone, right: true) == .unavailable)
        stale.store.fail()
        #expect(try await stale.tryPIN(&phone, right: true) == nil)
        #expect(verdicts.value == [true])
    }

    @Test func `a PIN that is replaced between the opening of its key and the reservation is not verified`() async throws {
        var phone = try await test.registeredPhone()
        try await makeKnown(&phone)
        let beacon = try await test.beacon()
        let start = try phone.startPINChange(beacon, to: new)
        let settlement = try phone.settlePINChange(beacon, current: P256.Signing.PrivateKey(), new: new)
        let unlock = try phone.checkPIN(beacon)
        let refusals = Recorded<[ProviderProblem?]>([])
        stale.store.before(.reserve) { [test] in
            for request in [start, settlement] {
                let refusal = await test.refusal(of: request)
                refusals.change { $0.append(refusal) }
            }
        }
        #expect(await stale.problem(of: unlock) == .certificateRejected)
        #expect(refusals.value == [nil, nil])
        #expect(verdicts.value == [])
        #expect(try await test.account(of: phone).attempts == 0)
    }

    @Test(arguments: [false, true])
    func `a PIN that only a lost version of the database had is not verified, even if the versions are equal`(
        _ isChangedAgain: Bool
    ) async throws {
        var phone = try await test.registeredPhone()
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        try test.change("CREATE TABLE backup AS SELECT * FROM account")
        var lost = phone
        try await change(&lost, to: new)
        try await makeKnown(&lost)
        let version = try await test.account(of: lost).pin.version

        // Without a witness nothing notices.
        try test.change("DELETE FROM account")
        try test.change("INSERT INTO account SELECT * FROM backup")
        phone = former(phone, after: lost)
        if isChangedAgain { try await change(&phone, to: P256.Signing.PrivateKey()) }
        let isEqual = try await test.account(of: phone).pin.version == version
        #expect(isEqual == isChangedAgain)
        lost = former(lost, after: phone)
        #expect(try await stale.tryPIN(&lost, right: true) == .certificateRejected)
        #expect(verdicts.value == [])
        phone = former(phone, after: lost)
        #expect(try await stale.tryPIN(&phone, right: true) == nil)
        #expect(verdicts.value == [true])
    }
}
