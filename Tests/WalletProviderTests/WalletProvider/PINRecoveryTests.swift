// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JSON
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// Recovery of a forgotten PIN (threat T-R11).
struct PINRecoveryTests {
    let test: TestProvider
    let new = P256.Signing.PrivateKey()

    init() throws {
        test = try TestProvider()
    }

    /// Completes a recovery with the right PID and adopts PIN and certificate.
    func complete(_ phone: inout TestPhone, key: IssuedKeys.Key) async throws {
        let pid = try test.pidIssuer.pid("person 1", boundTo: key.publicKey)
        let request = try await test.completeRequest(&phone, pid: pid, pinKey: new)
        phone.certificate = try CertificateResult(try await test.object(of: request)).certificate
        phone.pinKey = new
    }

    @Test(arguments: [0, 3, 4, 16])
    func `a started and abandoned recovery leaves PIN, counter, waiting period and block unchanged`(_ attempts: Int) async throws {
        var phone = try await test.phoneWithPID()
        for attempt in 0..<attempts {
            if attempt > 0 { try await test.sitOutWait(of: phone) }
            _ = try await test.tryPIN(&phone, right: false)
        }
        let before = try await test.account(of: phone)
        _ = try await test.startPINRecovery(&phone, to: new)
        let after = try await test.account(of: phone)
        #expect(after.attempts == attempts)
        #expect(after.waitUntil == before.waitUntil)
        #expect(after.pin.sealedKey == before.pin.sealedKey)
        #expect(try await test.status(of: &phone) == .recovering)
        let verdict: ProviderProblem? = attempts == 16 ? .accountBlocked : attempts == 4 ? .pinTimeout(timeLeft: 60_000) : nil
        #expect(try await test.tryPIN(&phone, right: true) == verdict)
        #expect(await test.problem(of: try phone.checkPIN(try await test.beacon(), pinKey: new)) != nil)
        test.clock.advance(seconds: 3600)
        try await test.provider.removeExpired()
        #expect(try await test.status(of: &phone) == (attempts == 16 ? .blocked : .active))
        #expect(try await test.tryPIN(&phone, right: true) == (attempts == 16 ? .accountBlocked : nil))
        #expect(try await test.store.keys(of: phone.walletID, for: .recovery).isEmpty)
    }

    @Test(arguments: [0, 2, 4, 16], [false, true])
    func `with the right PID the new PIN replaces the old one, also for a blocked account or a pending change`(
        _ attempts: Int, _ isChangePending: Bool
    ) async throws {
        var phone = try await test.phoneWithPID()
        let old = phone
        let pending = P256.Signing.PrivateKey()
        if isChangePending { try await test.startPINChange(&phone, to: pending) }
        try test.setAttempts(Int64(attempts), of: phone)
        let key = try await test.startPINRecovery(&phone, to: new)
        try await complete(&phone, key: key)
        let account = try await test.account(of: phone)
        #expect(account.attempts == 0)
        #expect(account.waitUntil == nil)
        #expect(account.recovery == nil)
        #expect(account.pin.sealedNewKey == nil)
        #expect(try await test.store.keys(of: phone.walletID, for: .recovery).isEmpty)
        #expect(try await test.status(of: &phone) == .active)
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        for wrong in [old.pinKey, pending] {
            #expect(
                await test.problem(of: try phone.checkPIN(try await test.beacon(), pinKey: wrong))?.type == "incorrect_pin")
        }
        var again = phone
        again.certificate = old.certificate
        again.pinKey = old.pinKey
        #expect(try await test.tryPIN(&again, right: true) == .certificateRejected)
    }

    enum Flaw: CaseIterable, Sendable {
        case otherPerson, credentialKey, othersRecoveryKey, earlierKey, noCode, otherIssuer, expiredPID, garbage, otherPIN, expiredRecovery
        case oldPIN
    }

    @Test(arguments: Flaw.allCases)
    func `any single error rejects the completion, and the old PIN stays`(_ flaw: Flaw) async throws {
        var phone = try await test.phoneWithPID()
        var other = try await test.phoneWithPID()
        let credential = try #require(try await test.issueKeys(to: &phone).first)
        let earlier = try await test.startPINRecovery(&phone, to: new)
        let key = try await test.startPINRecovery(&phone, to: new)
        let foreign = try await test.startPINRecovery(&other, to: new)
        let issuer = test.pidIssuer
        let pid =
            switch flaw {
            case .otherPerson: try issuer.pid("person 2", boundTo: key.publicKey)
            case .credentialKey: try issuer.pid("person 1", boundTo: credential.publicKey)
            case .othersRecoveryKey: try issuer.pid("person 1", boundTo: foreign.publicKey)
            case .earlierKey: try issuer.pid("person 1", boundTo: earlier.publicKey)
            case .noCode: try issuer.pid(nil, boundTo: key.publicKey)
            case .otherIssuer: try TestPIDIssuer().pid("person 1", boundTo: key.publicKey)
            case .expiredPID: try issuer.pid("person 1", boundTo: key.publicKey, expires: 1)
            case .garbage: "garbage"
            case .otherPIN, .oldPIN, .expiredRecovery: try issuer.pid("person 1", boundTo: key.publicKey)
            }
        if flaw == .expiredRecovery { test.clock.advance(seconds: 3600) }
        let pinKey = flaw == .otherPIN ? P256.Signing.PrivateKey() : flaw == .oldPIN ? phone.pinKey : new
        let before = try await test.account(of: phone)
        let request = try await test.completeRequest(&phone, pid: pid, pinKey: pinKey)
        #expect(await test.refusal(of: request) == .instructionRejected)
        let after = try await test.account(of: phone)
        #expect(after.pin == before.pin)
        #expect(after.recovery == before.recovery)
        #expect(after.attempts == before.attempts)
        #expect(try await test.auditLog.verify() == nil)
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    @Test func `a recovery can be completed until its last millisecond`() async throws {
        var phone = try await test.phoneWithPID()
        let key = try await test.startPINRecovery(&phone, to: new)
        test.clock.advance(milliseconds: 3_599_999)
        try await test.provider.removeExpired()
        try await complete(&phone, key: key)
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    @Test func `without a start, a disclosed code or a reader, recovery is impossible`() async throws {
        var phone = try await test.phoneWithPID()
        let key = try #require(try await test.issueKeys(to: &phone).first)
        let pid = try test.pidIssuer.pid("person 1", boundTo: key.publicKey)
        #expect(await test.refusal(of: try await test.completeRequest(&phone, pid: pid, pinKey: new)) == .instructionRejected)

        var withoutPID = try await test.registeredPhone()
        let beacon = try await test.beacon()
        #expect(await test.refusal(of: try withoutPID.startPINRecovery(beacon, to: new)) == .instructionRejected)
        #expect(try await test.store.keys(of: withoutPID.walletID, for: .recovery).isEmpty)

        let test = try TestProvider(readsPIDs: false)
        phone = try await test.registeredPhone()
        #expect(try await test.disclose("person 1", from: &phone) == .instructionRejected)
        let start = try phone.startPINRecovery(try await test.beacon(), to: new)
        #expect(await test.refusal(of: start) == .instructionRejected)
    }

    @Test func `a start not signed by the new PIN's key is rejected`() async throws {
        var phone = try await test.phoneWithPID()
        for signer in [phone.pinKey, P256.Signing.PrivateKey()] {
            let beacon = try await test.beacon()
            #expect(await test.refusal(of: try phone.startPINRecovery(beacon, to: new, signedBy: signer)) == .instructionRejected)
        }
        #expect(try await test.account(of: phone).recovery == nil)
    }

    @Test func `a repeated start and completion have no second effect`() async throws {
        var phone = try await test.phoneWithPID()
        let start = try phone.startPINRecovery(try await test.beacon(), to: new)
        let first = try await test.object(of: start)
        #expect(try await test.object(of: start) == first)
        let key = try #require(try IssuedKeys(first).keys.first)
        let pid = try test.pidIssuer.pid("person 1", boundTo: key.publicKey)
        let completion = try await test.completeRequest(&phone, pid: pid, pinKey: new)
        let certificate = try await test.object(of: completion)
        #expect(try await test.object(of: completion) == certificate)
        #expect(try await test.auditLog.verify()?.number == 1)
        // The PID cannot be used again.
        #expect(await test.refusal(of: try await test.completeRequest(&phone, pid: pid, pinKey: new)) == .instructionRejected)
    }

    @Test func `without the PID no PIN can be tested at the completion`() async throws {
        var phone = try await test.phoneWithPID()
        let key = try await test.startPINRecovery(&phone, to: new)
        let pid = try TestPIDIssuer().pid("person 1", boundTo: key.publicKey)
        var answers: Set<ProviderProblem?> = []
        for guess in [new, phone.pinKey, P256.Signing.PrivateKey()] {
            answers.insert(await test.refusal(of: try await test.completeRequest(&phone, pid: pid, pinKey: guess)))
        }
        #expect(answers == [.instructionRejected])
        #expect(try await test.account(of: phone).attempts == 0)
    }

    @Test func `a completion with a wrong challenge writes no audit record`() async throws {
        let new = P256.Signing.PrivateKey()
        var phone = try await test.phoneWithPID()
        let key = try await test.startPINRecovery(&phone, to: new)
        let pid = try test.pidIssuer.pid("person 1", boundTo: key.publicKey)
        let request = try phone.completePINRecovery("garbage", pid: pid, pinKey: new)
        for _ in 1...3 { #expect(await test.refusal(of: request) == .challengeRejected) }
        #expect(try await test.auditLog.verify() == nil)
    }

    @Test func `a completion without an audit record is not done`() async throws {
        var phone = try await test.phoneWithPID()
        let key = try await test.startPINRecovery(&phone, to: new)
        let pid = try test.pidIssuer.pid("person 1", boundTo: key.publicKey)
        let request = try await test.completeRequest(&phone, pid: pid, pinKey: new)
        test.store.fail(.audit)
        #expect(await test.refusal(of: request) == .unavailable)
        test.store.fail()
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    @Test func `a recovery that was replaced in the meantime is not completed`() async throws {
        var phone = try await test.phoneWithPID()
        let key = try await test.startPINRecovery(&phone, to: new)
        let pid = try test.pidIssuer.pid("person 1", boundTo: key.publicKey)
        let beacon = try await test.beacon()
        let other = phone
        phone.sequenceNumber += 10
        phone.counter += 10
        let request = try phone.completePINRecovery(beacon, pid: pid, pinKey: new)
        test.store.before(.accept) { [test] in
            var other = other
            _ = try? await test.startPINRecovery(&other, to: P256.Signing.PrivateKey())
        }
        #expect(await test.refusal(of: request) == .instructionRejected)
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    // MARK: Disclosure of the recovery code

    @Test func `a recovery code is stored once; the same code changes nothing, and a different code is always rejected`() async throws {
        var phone = try await test.phoneWithPID()
        let mark = try await test.account(of: phone).recoveryCodeMark
        #expect(mark?.count == 32)
        #expect(try await test.disclose("person 1", from: &phone) == nil)
        #expect(try await test.disclose("person 2", from: &phone) == .instructionRejected)
        #expect(try await test.account(of: phone).recoveryCodeMark == mark)
        #expect(try await test.account(of: phone).attempts == 0)
    }

    @Test func `of two codes disclosed concurrently, the first stays`() async throws {
        var phone = try await test.registeredPhone()
        let key = try #require(try await test.issueKeys(to: &phone).first)
        let version = try await test.account(of: phone).pin.version
        // The first disclosure is in progress: its attempt is reserved, its answer is not settled.
        phone.sequenceNumber += 1
        phone.counter += 1
        let first = MessageIdentity(
            walletID: phone.walletID, sequenceNumber: phone.sequenceNumber, assertionCounter: phone.counter, requestHash: [1])
        _ = try await test.store.reserveAttempt(
            for: first, pinVersion: version, under: .standard)
        let mark = [UInt8](repeating: 7, count: 32)
        test.store.before(.reserve) { [test] in
            _ = try? await test.store.settleAttempt(
                of: first, as: .right(.rememberRecoveryCode(mark: mark)), pinVersion: version, answer: nil)
        }
        let pid = try test.pidIssuer.pid("person 2", boundTo: key.publicKey)
        #expect(try await test.disclose(pid: pid, from: &phone) == .instructionRejected)
        #expect(try await test.account(of: phone).recoveryCodeMark == mark)
    }

    @Test(arguments: [true, false])
    func `a PID for another wallet's key or for a recovery's key discloses nothing`(_ isForeign: Bool) async throws {
        var phone = try await test.phoneWithPID()
        var other = isForeign ? try await test.registeredPhone() : phone
        let key =
            isForeign
            ? try #require(try await test.issueKeys(to: &phone).first) : try await test.startPINRecovery(&other, to: new)
        let pid = try test.pidIssuer.pid("person 1", boundTo: key.publicKey)
        #expect(try await test.disclose(pid: pid, from: &other) == .instructionRejected)
        #expect((try await test.account(of: other).recoveryCodeMark == nil) == isForeign)
    }
}
