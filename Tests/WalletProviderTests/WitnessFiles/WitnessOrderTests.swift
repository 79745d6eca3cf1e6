// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider
import WitnessFiles

/// The order of a provider's writes, and its behaviour when a write fails.
struct WitnessOrderTests {
    @Test(arguments: StoreKind.installed)
    func `a change that only the database contains is recorded before it is answered`(_ kind: StoreKind) async throws {
        let stage = try await WitnessStage(kind)
        var phone = try await stage.test.registeredPhone()
        #expect(try await stage.test.tryPIN(&phone, right: true) == nil)
        // As left by a server killed between the database and the journal.
        _ = try await stage.stage.store.revoke(phone.walletID, because: .userRequest)
        #expect(try await stage.ledger.accounts[phone.walletID]?.end == nil)
        #expect(await stage.test.refusal(of: try phone.checkPIN("AAAA")) != nil)
        #expect(try await stage.ledger.accounts[phone.walletID]?.end?.reason == .userRequest)
        await stage.stop()
    }

    @Test func `an attempt is durable before the PIN is verified, a registration before the answer`() async throws {
        let stage = try await WitnessStage(.sqlite)
        var phone = try await stage.test.registeredPhone()
        #expect(try await stage.ledger.accounts[phone.walletID]?.isUsed == false)
        #expect(try await stage.test.tryPIN(&phone, right: false) != nil)
        let witnessed = try #require(try await stage.ledger.accounts[phone.walletID])
        #expect(witnessed.attempts.count == 1)
        #expect(witnessed.sequenceNumber == phone.sequenceNumber)
        #expect(witnessed.assertionCounter == phone.counter)
        // A right PIN is written with the next record.
        #expect(try await stage.test.tryPIN(&phone, right: true) == nil)
        await stage.stop()
        #expect(try await stage.ledger.accounts[phone.walletID]?.attempts.count == 0)
    }

    @Test func `the journal contains the waiting period after the fourth wrong PIN`() async throws {
        let stage = try await WitnessStage(.sqlite)
        var phone = try await stage.test.registeredPhone()
        for _ in 1...4 { #expect(try await stage.test.tryPIN(&phone, right: false) != nil) }
        let account = try await stage.test.account(of: phone)
        #expect(try await stage.ledger.accounts[phone.walletID]?.attempts.waitUntil == account.waitUntil)
        await stage.stop()
    }

    @Test func `the journals of two servers on one database form one witness in any order`() async throws {
        let stage = try await WitnessStage(.sqlite)
        var phone = try await stage.test.registeredPhone()
        let second = try await Witness.open(
            stage.stage.store, in: stage.directory, hsm: stage.test.hsm, for: .serving, timeouts: .patient,
            unusedAccountLifetime: 86_400_000,
            clock: { [clock = stage.test.clock] in clock.now })
        let other = TestProvider(stage.test, on: second.store)
        // The other server knows the wallet from the first server's journal; its own journal contains the attempt.
        #expect(try await other.tryPIN(&phone, right: false) != nil)
        #expect(try await stage.test.tryPIN(&phone, right: false) != nil)
        #expect(try await stage.ledger.accounts[phone.walletID]?.attempts.count == 2)
        await second.journals.close()
        await stage.stop()
        try await stage.start()
        await stage.stop()
    }

    @Test func `an empty database starts a new witness, any other does not`() async throws {
        let stage = try await WitnessStage(.sqlite)
        _ = try await stage.test.registeredPhone()
        await stage.stop()
        for name in stage.journals.names { try stage.journals.remove(name) }
        await #expect(throws: Witness.Rejection.noJournals) { try await stage.start() }
        let place = try await Witness.begin(
            stage.stage.store, in: stage.directory, timeouts: .patient, hsm: stage.test.hsm, by: .operator(name: "test"),
            clock: { [clock = stage.test.clock] in clock.now })
        #expect(place == nil)
        try await stage.start()
        #expect(try await stage.ledger.accounts.count == 1)
        await stage.stop()
    }

    @Test func `readings combine equally in any order, and a reconciled account is never better than either reading`() {
        for seed in 0..<2000 {
            var generator = Numbers(seed: UInt64(seed))
            let readings = (0..<3).map { _ in WitnessedAccount.random(&generator) }
            let joined = readings[0].joined(with: readings[1]).joined(with: readings[2])
            let turned = readings[2].joined(with: readings[0].joined(with: readings[1]))
            #expect(joined.attempts == turned.attempts)
            #expect(joined.pin.version == turned.pin.version)
            #expect(joined.sequenceNumber == turned.sequenceNumber)
            #expect(joined.joined(with: joined) == joined)
            let worse = readings[0].worse(of: readings[1])
            #expect(worse.losses(comparedWith: readings[1]).isEmpty)
            #expect(worse.losses(comparedWith: readings[0]).isEmpty)
            if readings[0].pin.version >= readings[1].pin.version {
                #expect(worse.attempts.count >= max(readings[0].attempts.count, readings[1].attempts.count))
            }
        }
    }
}

/// Numbers that depend only on their seed.
private struct Numbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

extension WitnessedAccount {
    fileprivate static func random(_ generator: inout Numbers) -> WitnessedAccount {
        let attempt = Int64.random(in: 0...4, using: &generator)
        let version = Int64.random(in: 0...3, using: &generator)
        return WitnessedAccount(
            registration: Registration(
                walletID: WalletID { [UInt8](repeating: 1, count: $0) }, deviceKind: .apple, deviceKey: [UInt8](repeating: 2, count: 64),
                revocationCodeMark: [3], requestHash: [4], createdAt: Timestamp(milliseconds: 5)),
            end: Bool.random(using: &generator) ? nil : End(reason: .userRequest, date: Timestamp(milliseconds: 9)),
            pin: AccountPIN(sealedKey: [UInt8(version)], sealedNewKey: nil, version: version), recovery: nil,
            recoveryCodeMark: Bool.random(using: &generator) ? [7] : nil, isUsed: attempt > 0,
            sequenceNumber: attempt + Int64.random(in: 0...2, using: &generator),
            assertionCounter: UInt32.random(in: 0...4, using: &generator),
            attempts: Attempts(
                count: attempt == 0 ? 0 : Int64.random(in: 0...3, using: &generator), sequenceNumber: attempt, waitUntil: nil))
    }
}
