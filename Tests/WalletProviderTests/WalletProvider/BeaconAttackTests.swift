// SPDX-License-Identifier: EUPL-1.2

import Crypto
import PhoneSimulator
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// The attackers in the table of provider-protocol.md, *Fresh and unique*: an attacker has a beacon, a recorded message, or the phone in hand.
struct BeaconAttackTests {
    private let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    private static let answered: Int64 = 600_001

    // MARK: With a beacon

    @Test(arguments: PhoneKind.allCases)
    func `a stolen beacon and certificate make no message without the device key`(_ kind: PhoneKind) async throws {
        var victim = try await test.registeredPhone(kind)
        let answer = try InstructionAnswer(
            parsing: try await test.provider.perform(.checkPIN, victim.checkPIN(try await test.beacon()).encode()))
        let row = try test.row(of: victim)
        var thief = victim
        let stranger = kind == .iPhone ? TestPhone() : try .android()
        (thief.deviceKey, thief.keystoreKey) = (stranger.deviceKey, stranger.keystoreKey)
        for beacon in [answer.beacon, try await test.beacon()] {
            for instruction in [Instruction.checkPIN, .walletStatus, .deregister] {
                #expect(await test.refusal(of: try thief.message(instruction, beacon)) == .instructionRejected)
            }
        }
        #expect(try test.row(of: victim) == row)
    }

    // MARK: With a recorded message

    @Test func `a message that arrived takes effect once, however often and late it is sent again`() async throws {
        var phone = try await test.registeredPhone()
        let guess = try phone.checkPIN(try await test.beacon(), pinKey: P256.Signing.PrivateKey())
        for _ in 1...5 {
            #expect(await test.refusal(of: guess) == .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false))
            test.clock.advance(seconds: 100)
        }
        #expect(try await test.account(of: phone).attempts == 1)
        // A recorded right PIN resets nothing later.
        let unlock = try phone.checkPIN(try await test.beacon())
        #expect(await test.refusal(of: unlock) == nil)
        #expect(try await test.tryPIN(&phone, right: false) != nil)
        #expect(await test.refusal(of: unlock) == nil)
        #expect(try await test.account(of: phone).attempts == 1)
        test.clock.advance(milliseconds: Self.answered)
        try await test.provider.removeExpired()
        for request in [guess, unlock] { #expect(await test.refusal(of: request) == .instructionRejected) }
        #expect(try await test.account(of: phone).attempts == 1)
    }

    @Test func `a message that was held back is delivered once, while it is recent and no later one has arrived`() async throws {
        var phone = try await test.registeredPhone()
        let heldBack = try phone.message(.walletStatus, try await test.beacon())
        test.clock.advance(seconds: 300)
        #expect(await test.refusal(of: heldBack) == nil)

        let overtaken = try phone.checkPIN(try await test.beacon())
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        #expect(await test.refusal(of: overtaken) == .instructionRejected)

        let kept = try phone.checkPIN(try await test.beacon())
        test.clock.advance(seconds: 301)
        #expect(await test.refusal(of: kept) == .challengeRejected)
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        // By then its number is used, too.
        #expect(await test.refusal(of: kept) == .instructionRejected)
    }

    @Test func `a message that was held back cannot be changed, made recent again, or sent elsewhere`() async throws {
        var phone = try await test.registeredPhone()
        let kept = try phone.message(.walletStatus, try await test.beacon())
        test.clock.advance(seconds: 301)
        let claims = kept.message.claims
        let changes = [
            claims.with(challenge: try await test.beacon()), claims.with(sequenceNumber: claims.sequenceNumber + 1),
            claims.with(instruction: .deregister, challenge: try await test.beacon()),
        ]
        for changed in changes {
            let request = ProviderRequest(
                certificate: kept.certificate, message: InstructionMessage(deviceOnly: changed), device: kept.device)
            #expect(await test.refusal(of: request) == .instructionRejected)
        }
        await #expect(throws: ProviderProblem.instructionRejected) { try await test.provider.perform(.deregister, kept.encode()) }
        #expect(await test.refusal(of: kept) == .challengeRejected)

        // Another provider with the same keys and database.
        let recent = try phone.message(.walletStatus, try await test.beacon())
        let elsewhere = try test.elsewhere()
        await #expect(throws: ProviderProblem.self) { try await elsewhere.perform(.walletStatus, recent.encode()) }
        #expect(try await !test.account(of: phone).isUsed)
    }

    @Test func `proofs by PIN keys in a recorded change serve no other message`() async throws {
        var phone = try await test.registeredPhone()
        let (old, new) = (phone.pinKey, P256.Signing.PrivateKey())
        let beacon = try await test.beacon()
        let start = try phone.startPINChange(beacon, to: new)
        _ = try await test.object(of: start)
        let proof = try PINChangeStart(start.message.claims.data).proof
        // The thief has the device key, the proof and the beacon, but neither PIN.
        let settlement = PINChangeSettlement(current: proof, new: proof)
        let settle = try phone.message(.settlePINChange, beacon, data: settlement.json)
        #expect(await test.refusal(of: settle) == .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false))

        let owners = try await test.settleRequest(&phone, current: old, new: P256.Signing.PrivateKey())
        let settled = try PINChangeResult(try await test.object(of: owners))
        phone.certificate = settled.certificate
        #expect(settled.pin == .current)
        let again = try phone.message(.startPINChange, beacon, data: start.message.claims.data, pinKey: P256.Signing.PrivateKey())
        #expect(await test.refusal(of: again) == .instructionRejected)
        #expect(try await test.account(of: phone).attempts == 0)
        #expect(try await test.account(of: phone).pin.sealedNewKey == nil)
        let replayed = try phone.message(.settlePINChange, beacon, data: owners.message.claims.data)
        #expect(await test.refusal(of: replayed) == .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false))
    }

    // MARK: With the phone in hand

    @Test func `a thief with the phone gets only the counted guesses, with any number of beacons`() async throws {
        var phone = try await test.registeredPhone()
        let beacon = try await test.beacon()
        var verified = 0
        for number in 1...40 {
            let used = number % 2 == 0 ? beacon : try await test.beacon()
            let problem = await test.refusal(of: try phone.checkPIN(used, pinKey: P256.Signing.PrivateKey()))
            if case .incorrectPIN = problem { verified += 1 }
        }
        #expect(verified == 3)
        #expect(try await test.account(of: phone).attempts == 4)
        #expect(await test.refusal(of: try phone.checkPIN(beacon)) == .pinTimeout(timeLeft: 60_000))
    }

    @Test func `guesses that a thief signs ahead are worthless once the beacon is old`() async throws {
        var phone = try await test.registeredPhone()
        let beacon = try await test.beacon()
        var thief = phone
        thief.sequenceNumber += 100
        thief.counter += 100
        let signedAhead = try (1...8).map { _ in try thief.checkPIN(beacon, pinKey: P256.Signing.PrivateKey()) }
        // The owner has the phone back.
        test.clock.advance(seconds: 301)
        let row = try test.row(of: phone)
        for request in signedAhead { #expect(await test.refusal(of: request) == .challengeRejected) }
        #expect(try test.row(of: phone) == row)
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    @Test func `guesses that a thief signs ahead count like others while the beacon is recent`() async throws {
        var phone = try await test.registeredPhone()
        let beacon = try await test.beacon()
        let signedAhead = try (1...8).map { _ in try phone.checkPIN(beacon, pinKey: P256.Signing.PrivateKey()) }
        test.clock.advance(seconds: 299)
        var verdicts = 0
        for request in signedAhead { if case .incorrectPIN = await test.refusal(of: request) { verdicts += 1 } }
        #expect(verdicts == 3)
        #expect(try await test.account(of: phone).attempts == 4)
    }

    // MARK: With the database

    @Test func `no beacon is in the database, and a copy of the database cannot make one`() async throws {
        var phone = try await test.registeredPhone()
        let beacon = try await test.beacon()
        #expect(await test.refusal(of: try phone.checkPIN(beacon)) == nil)
        #expect(try !test.row(of: phone).contains(beacon))
        let copy = try TestProvider()
        #expect(try await copy.beacon() != beacon)
    }

    @Test func `a database restored without its witness accepts only the recorded messages of the beacon's lifetime again`() async throws {
        var phone = try await test.registeredPhone()
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        for table in ["account", "message"] { try test.change("CREATE TABLE backup_\(table) AS SELECT * FROM \(table)") }
        let early = try phone.checkPIN(try await test.beacon(), pinKey: P256.Signing.PrivateKey())
        test.clock.advance(seconds: 200)
        let late = try phone.checkPIN(try await test.beacon(), pinKey: P256.Signing.PrivateKey())
        for request in [early, late] { _ = await test.refusal(of: request) }
        try test.change("DELETE FROM account")
        for table in ["account", "message"] { try test.change("INSERT INTO \(table) SELECT * FROM backup_\(table)") }
        test.clock.advance(seconds: 101)
        #expect(await test.refusal(of: early) == .challengeRejected)
        #expect(await test.refusal(of: late) == .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false))
    }
}
