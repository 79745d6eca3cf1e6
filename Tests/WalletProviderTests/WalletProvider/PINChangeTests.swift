// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import JSON
import PhoneSimulator
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// `change_pin_start` and `change_pin_settle` with every PIN that a user can enter.
struct PINChangeTests {
    let test: TestProvider
    let new = P256.Signing.PrivateKey()
    let neither = P256.Signing.PrivateKey()

    init() throws {
        test = try TestProvider()
    }

    /// Settles and stores the certificate in the phone.
    func settle(
        _ phone: inout TestPhone, current: P256.Signing.PrivateKey, new: P256.Signing.PrivateKey
    ) async throws -> PINChangeResult.Verdict {
        let request = try await test.settleRequest(&phone, current: current, new: new)
        let result = try PINChangeResult(try await test.object(of: request))
        phone.certificate = result.certificate
        phone.pinKey = result.pin == .new ? self.new : phone.pinKey
        return result.pin
    }

    @Test func `settling with the new PIN commits the change: only the new PIN works afterwards`() async throws {
        var phone = try await test.registeredPhone()
        let old = phone
        let early = try await test.startPINChange(&phone, to: new)
        #expect(try await settle(&phone, current: neither, new: new) == .new)
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        // The certificate from the start is valid, the old one is not.
        phone.certificate = early
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        #expect(await test.problem(of: try phone.checkPIN(try await test.beacon(), pinKey: old.pinKey)) != nil)
        phone.certificate = old.certificate
        #expect(try await test.tryPIN(&phone, right: true) == .certificateRejected)
        #expect(try await test.account(of: phone).attempts == 1)
    }

    @Test func `settling with the old PIN rolls the change back: only the old PIN works afterwards`() async throws {
        var phone = try await test.registeredPhone()
        let old = phone
        let early = try await test.startPINChange(&phone, to: new)
        #expect(try await settle(&phone, current: old.pinKey, new: neither) == .current)
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        phone.certificate = old.certificate
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        // The certificate for the new key does not match the current key.
        phone.certificate = early
        #expect(await test.problem(of: try phone.checkPIN(try await test.beacon(), pinKey: new)) == .certificateRejected)
        #expect(try await test.account(of: phone).pin.sealedNewKey == nil)
    }

    @Test func `settling with any other PIN is one wrong attempt, with the policy's waiting periods and block`() async throws {
        var phone = try await test.registeredPhone()
        try await test.startPINChange(&phone, to: new)
        for attempt in 1...16 {
            let request = try await test.settleRequest(&phone, current: neither, new: neither)
            let problem = PINRetryPolicy.standard.refusal(ofWrongAttempt: attempt)
            #expect(await test.refusal(of: request) == problem)
            #expect(await test.refusal(of: request) == problem, "the same bytes again")
            #expect(try await test.account(of: phone).attempts == attempt)
            guard case .pinTimeout(let timeLeft) = problem else { continue }
            // During the waiting period, even the right PIN is not verified.
            let early = try await test.settleRequest(&phone, current: phone.pinKey, new: new)
            #expect(await test.refusal(of: early) == .pinTimeout(timeLeft: timeLeft))
            test.clock.advance(milliseconds: timeLeft)
        }
        let late = try await test.settleRequest(&phone, current: phone.pinKey, new: new)
        #expect(await test.refusal(of: late) == .accountBlocked)
        #expect(try await test.account(of: phone).pin.sealedNewKey != nil)
    }

    @Test func `a right PIN after wrong ones settles and returns the attempts`() async throws {
        var phone = try await test.registeredPhone()
        try await test.startPINChange(&phone, to: new)
        for _ in 1...3 { _ = await test.refusal(of: try await test.settleRequest(&phone, current: neither, new: neither)) }
        #expect(try await settle(&phone, current: neither, new: new) == .new)
        #expect(try await test.account(of: phone).attempts == 0)
    }

    @Test(arguments: Instruction.allCases.filter { $0.proof == .pin })
    func `while a change is pending, other instructions with a PIN are rejected and not counted`(_ instruction: Instruction) async throws {
        var phone = try await test.phoneWithPID()
        try await test.startPINChange(&phone, to: new)
        for pinKey in [phone.pinKey, new, neither] {
            let before = try await test.account(of: phone)
            let request = try await test.sample(instruction, from: &phone, pinKey: pinKey)
            #expect(await test.refusal(of: request) == .instructionRejected)
            let after = try await test.account(of: phone)
            #expect(after.attempts == before.attempts)
            #expect(after.pin == before.pin)
        }
        #expect(try await settle(&phone, current: neither, new: new) == .new)
    }

    @Test func `a start with a wrong old PIN is one wrong attempt, and no change is pending`() async throws {
        var phone = try await test.registeredPhone()
        let request = try phone.startPINChange(try await test.beacon(), to: new, pinKey: neither)
        #expect(await test.refusal(of: request) == .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false))
        #expect(try await test.account(of: phone).pin.sealedNewKey == nil)
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    @Test func `a start without proof of possession, with the device key or the same key, changes and counts nothing`() async throws {
        var phone = try await test.registeredPhone()
        let deviceKey = P256.Signing.PrivateKey()
        var sameKeys = TestPhone()
        sameKeys.deviceKey = .init(privateKey: deviceKey, appID: TestProvider.appID, environment: .production)
        let challenge = try await test.enroll(&sameKeys)
        sameKeys.certificate = try await test.register(
            sameKeys.registration(challenge: challenge, by: test.authority, now: test.clock.now)
        ).certificate

        for (wallet, key, prover) in [(phone, new, neither), (phone, new, phone.pinKey), (phone, phone.pinKey, phone.pinKey)] {
            phone = wallet
            phone.sequenceNumber = try await test.account(of: phone).sequenceNumber
            phone.counter = try await test.account(of: phone).assertionCounter
            let request = try phone.startPINChange(
                try await test.beacon(), to: key, provenBy: prover)
            #expect(await test.refusal(of: request) == .instructionRejected)
            #expect(try await test.account(of: phone).attempts == 0)
            #expect(try await test.account(of: phone).pin.sealedNewKey == nil)
        }
        let request = try sameKeys.startPINChange(try await test.beacon(), to: deviceKey)
        #expect(await test.refusal(of: request) == .instructionRejected)
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    @Test func `a proof over the text of a different message settles nothing and is a wrong attempt`() async throws {
        var phone = try await test.registeredPhone()
        try await test.startPINChange(&phone, to: new)
        let beacon = try await test.beacon()
        var neighbour = phone
        neighbour.walletID = try await test.registeredPhone().walletID
        let texts: [(TestPhone) -> String] = [
            { _ in beacon },
            { phone in
                var earlier = phone
                earlier.sequenceNumber -= 1
                return earlier.possessionText(.settlePINChange, beacon)
            },
            { $0.possessionText(.startPINChange, beacon) },
        ]
        for (index, text) in texts.enumerated() {
            let proof = try new.signature(overText: text(phone))
            let request = try phone.message(.settlePINChange, beacon, data: PINChangeSettlement(current: proof, new: proof).json)
            #expect(await test.refusal(of: request) == .incorrectPIN(attemptsLeftInRound: 3 - index, isFinalRound: false))
        }
        neighbour.sequenceNumber = phone.sequenceNumber
        let proof = try new.signature(overText: neighbour.possessionText(.settlePINChange, beacon))
        let request = try phone.message(.settlePINChange, beacon, data: PINChangeSettlement(current: proof, new: proof).json)
        #expect(await test.refusal(of: request) == .pinTimeout(timeLeft: 60_000))
        #expect(try await test.account(of: phone).pin.sealedNewKey != nil)
    }

    @Test func `successive changes each end with one PIN that works`() async throws {
        var phone = try await test.registeredPhone()
        for _ in 1...3 {
            let (before, next) = (phone.pinKey, P256.Signing.PrivateKey())
            try await test.startPINChange(&phone, to: next)
            let request = try await test.settleRequest(&phone, current: neither, new: next)
            let result = try PINChangeResult(try await test.object(of: request))
            #expect(result.pin == .new)
            phone.certificate = result.certificate
            phone.pinKey = next
            #expect(try await test.tryPIN(&phone, right: true) == nil)
            phone.pinKey = before
            #expect(try await test.tryPIN(&phone, right: true) != nil)
            phone.pinKey = next
        }
    }
}
