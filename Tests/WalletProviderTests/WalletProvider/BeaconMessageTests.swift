// SPDX-License-Identifier: EUPL-1.2

import Crypto
import HSM
import PhoneSimulator
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// `/beacon`, and beacons in messages.
struct BeaconMessageTests {
    private let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    // MARK: What is accepted

    @Test func `one beacon serves several wallets, instructions and messages`() async throws {
        var (first, second) = (try await test.registeredPhone(), try await test.registeredPhone(.android))
        let beacon = try await test.beacon()
        #expect(await test.refusal(of: try first.checkPIN(beacon)) == nil)
        #expect(await test.refusal(of: try second.checkPIN(beacon)) == nil)
        #expect(await test.refusal(of: try first.message(.walletStatus, beacon)) == nil)
        #expect(await test.refusal(of: try first.checkPIN(beacon)) == nil)
    }

    @Test func `an earlier beacon is accepted beside a newer one, until its last second`() async throws {
        var phone = try await test.registeredPhone()
        let earlier = try await test.beacon()
        test.clock.advance(milliseconds: 300_999)
        let newer = try await test.beacon()
        #expect(newer != earlier)
        #expect(await test.refusal(of: try phone.checkPIN(newer)) == nil)
        #expect(await test.refusal(of: try phone.checkPIN(earlier)) == nil)
        test.clock.advance(milliseconds: 1)
        #expect(await test.refusal(of: try phone.checkPIN(earlier)) == .challengeRejected)
    }

    @Test func `a beacon of a replica whose clock is slightly ahead is accepted, of a clock further ahead it is not`() async throws {
        var phone = try await test.registeredPhone()
        test.clock.advance(seconds: 301)
        let tooFar = try await test.beacon()
        test.clock.advance(seconds: -1)
        let ahead = try await test.beacon()
        test.clock.advance(seconds: -300)
        #expect(await test.refusal(of: try phone.checkPIN(ahead)) == nil)
        #expect(await test.refusal(of: try phone.checkPIN(tooFar)) == .challengeRejected)
    }

    @Test func `a beacon of a replica is accepted, on both sides of midnight`() async throws {
        var phone = try await test.registeredPhone()
        let other = TestProvider(test, on: test.store)
        test.clock.advance(seconds: 86_399)
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        let before = try await other.beacon()
        test.clock.advance(seconds: 1)
        #expect(await test.refusal(of: try phone.checkPIN(before)) == nil)
        #expect(await test.refusal(of: try phone.checkPIN(try await other.beacon())) == nil)
    }

    @Test func `each answer, also a repeated one, brings the beacon of its time`() async throws {
        var phone = try await test.registeredPhone()
        let request = try phone.checkPIN(try await test.beacon())
        for _ in 1...3 {
            let answer = try InstructionAnswer(parsing: try await test.provider.perform(.checkPIN, request.encode()))
            #expect(try await answer.beacon == test.beacon())
            test.clock.advance(seconds: 100)
        }
    }

    // MARK: What a beacon does not need or do

    @Test func `a beacon needs no database and no device, writes nothing, and does not mark an account as used`() async throws {
        let phone = try await test.registeredPhone()
        let row = try test.row(of: phone)
        test.store.fail(.create, .account, .reserve, .settle, .accept, .keys, .revoke, .removeExpired, .audit, .attestation)
        for _ in 1...3 { _ = try await test.beacon() }
        test.store.fail()
        #expect(try test.row(of: phone) == row)
        #expect(try test.count("message") == 0)
        #expect(try await !test.account(of: phone).isUsed)
        test.clock.advance(seconds: 86_400)
        _ = try await test.beacon()
        try await test.provider.removeExpired()
        #expect(try await test.store.account(of: phone.walletID) == nil)
    }

    @Test func `without the HSM a new day has no beacon, and no message is judged, counted or lost`() async throws {
        var phone = try await test.registeredPhone()
        let replica = TestProvider(test, on: test.store)
        _ = try await test.status(of: &phone)
        test.clock.advance(seconds: 86_400)
        let request = try phone.checkPIN(try await replica.beacon(), pinKey: P256.Signing.PrivateKey())
        let row = try test.row(of: phone)
        test.hsm.fail(.authenticate)
        await #expect(throws: ProviderProblem.unavailable) { try await test.provider.beacon() }
        #expect(await test.refusal(of: request) == .unavailable)
        #expect(try test.row(of: phone) == row)
        test.hsm.fail()
        #expect(await test.refusal(of: request) == .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false))
    }

    // MARK: What is refused

    /// A text in place of the beacon.
    enum Fault: String, CaseIterable, Sendable {
        case empty, text, truncated, oneBit, tooOld, tooEarly, ofAnotherProvider, ofAnotherAudience, enrolmentChallenge
    }

    private func text(_ fault: Fault) async throws -> String {
        let beacon = try await test.beacon()
        switch fault {
        case .empty: return ""
        case .text: return "AAAA"
        case .truncated: return String(beacon.dropLast())
        case .oneBit: return String(beacon.dropLast(20)) + (beacon.suffix(20).first == "A" ? "B" : "A") + beacon.suffix(19)
        case .tooOld, .tooEarly:
            let seconds: Int64 = fault == .tooOld ? -301 : 301
            test.clock.advance(seconds: seconds)
            defer { test.clock.advance(seconds: -seconds) }
            return try await test.beacon()
        case .ofAnotherProvider: return try await TestProvider().beacon()
        case .ofAnotherAudience:
            return try SingleMemberAnswer(parsing: try await test.elsewhere().beacon(), expecting: .beacon).value
        case .enrolmentChallenge: return try await test.enrolmentChallenge()
        }
    }

    @Test(arguments: Fault.allCases, PhoneKind.allCases)
    func `any text other than a beacon is refused, counts no attempt and uses no number`(_ fault: Fault, _ kind: PhoneKind) async throws {
        test.clock.advance(seconds: 43_200)
        var phone = try await test.registeredPhone(kind)
        let wrong = try await text(fault)
        let row = try test.row(of: phone)
        test.hsm.forgetCalls()
        let before = phone
        for pinKey in [nil, P256.Signing.PrivateKey()] {
            #expect(await test.refusal(of: try phone.checkPIN(wrong, pinKey: pinKey)) == .challengeRejected)
        }
        for instruction in [Instruction.walletStatus, .deregister] {
            #expect(await test.refusal(of: try phone.message(instruction, wrong)) == .challengeRejected)
        }
        #expect(test.hsm.calls.isEmpty)
        #expect(try test.row(of: phone) == row)
        #expect(try test.count("message") == 0)
        // The same number with a beacon is accepted.
        phone = before
        #expect(await test.refusal(of: try phone.checkPIN(try await test.beacon())) == nil)
    }

    @Test func `a message with a used number is refused for its number before its beacon is judged`() async throws {
        var phone = try await test.registeredPhone()
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        phone.sequenceNumber -= 1
        #expect(await test.refusal(of: try phone.checkPIN("AAAA")) == .instructionRejected)
    }
}
