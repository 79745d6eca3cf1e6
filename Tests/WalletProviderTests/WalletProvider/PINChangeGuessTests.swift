// SPDX-License-Identifier: EUPL-1.2

import Crypto
import ProviderProtocol
import Testing
import WalletProvider

/// Guesses by a holder of the device at a settlement, and a settlement without a pending change.
struct PINChangeGuessTests {
    let test: TestProvider
    let new = P256.Signing.PrivateKey()
    let neither = P256.Signing.PrivateKey()

    init() throws {
        test = try TestProvider()
    }

    /// The events before the settlement.
    enum History: CaseIterable, Sendable {
        case neverBegun, committed, rolledBack
    }

    /// A phone with this history and the certificate from before it, with the current key.
    func phone(_ history: History) async throws -> (phone: TestPhone, early: String, inForce: P256.Signing.PrivateKey) {
        var phone = try await test.registeredPhone()
        let early = history == .neverBegun ? phone.certificate : try await test.startPINChange(&phone, to: new)
        switch history {
        case .neverBegun: break
        case .committed: _ = try await test.result(of: test.settleRequest(&phone, current: neither, new: new))
        case .rolledBack: _ = try await test.result(of: test.settleRequest(&phone, current: phone.pinKey, new: neither))
        }
        return (phone, early, history == .committed ? new : phone.pinKey)
    }

    @Test(arguments: History.allCases)
    func `a settlement without a pending change names the current PIN, however often it is sent`(_ history: History) async throws {
        var (phone, _, inForce) = try await phone(history)
        for _ in 1...3 {
            let (current, new) = history == .committed ? (neither, inForce) : (inForce, neither)
            let request = try await test.settleRequest(&phone, current: current, new: new)
            let result = try PINChangeResult(try await test.object(of: request))
            #expect(result.pin == (history == .committed ? .new : .current))
            var settled = phone
            settled.certificate = result.certificate
            settled.pinKey = inForce
            #expect(try await test.tryPIN(&settled, right: true) == nil)
            (phone.sequenceNumber, phone.counter) = (settled.sequenceNumber, settled.counter)
        }
    }

    @Test(arguments: History.allCases)
    func `without a pending change, a PIN that is not current is one wrong attempt`(_ history: History) async throws {
        var (phone, _, inForce) = try await phone(history)
        let other = history == .committed ? phone.pinKey : new
        let (current, proofOfNew) = history == .committed ? (other, neither) : (neither, other)
        let request = try await test.settleRequest(&phone, current: current, new: proofOfNew)
        #expect(await test.refusal(of: request) == .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false))
        #expect(try await test.account(of: phone).attempts == 1)
        _ = inForce
    }

    @Test(arguments: History.allCases, [true, false])
    func `without a pending change, one attempt judges one proof`(_ history: History, _ withOldCertificate: Bool) async throws {
        var (phone, early, inForce) = try await phone(history)
        if !withOldCertificate { phone.certificate = early }
        // Of both places for the right key's proof, one is rejected: an attempt with two guesses tests only one.
        var right = 0
        for (current, new) in [(inForce, neither), (neither, inForce)]
        where await test.refusal(of: try await test.settleRequest(&phone, current: current, new: new)) == nil {
            right += 1
        }
        #expect(right == 1)
    }

    @Test func `with two guesses in every settlement, no key is tested more often than the policy allows`() async throws {
        var phone = try await test.registeredPhone()
        try await test.startPINChange(&phone, to: new)
        var verified = 0
        for _ in 1...40 {
            let request = try await test.settleRequest(&phone, current: P256.Signing.PrivateKey(), new: P256.Signing.PrivateKey())
            let attempts = try await test.account(of: phone).attempts
            _ = await test.refusal(of: request)
            verified += try await test.account(of: phone).attempts - attempts
            try await test.sitOutWait(of: phone)
        }
        #expect(verified == 16)
        #expect(await test.refusal(of: try await test.settleRequest(&phone, current: phone.pinKey, new: new)) == .accountBlocked)
    }

    @Test func `guesses in settlements and other instructions are counted together`() async throws {
        var phone = try await test.registeredPhone()
        for _ in 1...2 { _ = try await test.tryPIN(&phone, right: false) }
        _ = await test.refusal(of: try await test.settleRequest(&phone, current: neither, new: neither))
        #expect(try await test.tryPIN(&phone, right: false) == .pinTimeout(timeLeft: 60_000))
    }

    @Test func `concurrent settlements get no more verdicts than the round allows, and use only reserved attempts`() async throws {
        var phone = try await test.registeredPhone()
        try await test.startPINChange(&phone, to: new)
        let beacon = try await test.beacon()
        let requests = try (0..<12).map { _ in
            try phone.settlePINChange(beacon, current: P256.Signing.PrivateKey(), new: P256.Signing.PrivateKey())
        }
        let problems = await withTaskGroup(of: ProviderProblem?.self) { group in
            for request in requests { group.addTask { [test] in await test.refusal(of: request) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let attempts = try await test.account(of: phone).attempts
        #expect((1...4).contains(attempts))
        for left in 1...3 {
            let verdict = ProviderProblem.incorrectPIN(attemptsLeftInRound: left, isFinalRound: false)
            #expect(problems.count { $0 == verdict } == (attempts >= 4 - left ? 1 : 0))
        }
        #expect(problems.allSatisfy { $0 != nil })
    }

    @Test func `a settlement judged by outdated keys has no effect`() async throws {
        var phone = try await test.phoneWithPID()
        try await test.startPINChange(&phone, to: new)
        let settlement = try await test.settleRequest(&phone, current: neither, new: new)
        let recovery = P256.Signing.PrivateKey()
        phone.sequenceNumber += 20
        phone.counter += 20
        let other = phone
        test.store.before(.settle) { [test] in
            var other = other
            _ = try? await test.startPINRecovery(&other, to: recovery)
        }
        #expect(await test.refusal(of: settlement) == .instructionRejected)
        let account = try await test.account(of: phone)
        #expect(account.pin.sealedNewKey != nil)
        #expect(account.attempts == 0)
    }
}
