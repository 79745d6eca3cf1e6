// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider
import WitnessFiles

/// An older backup under a provider that knows the account from its last right PIN (threat T-R5). (For unknown accounts: `RestoreTests`.)
struct KnownRestoreTests {
    /// Unlocks without reading the account.
    private func unlockUnread(_ phone: inout TestPhone, at test: TestProvider) async throws {
        test.store.fail(.account)
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        test.store.fail()
    }

    @Test(arguments: StoreKind.installed, [true, false])
    func `a restored database reserves nothing for a known account, and service stops`(_ kind: StoreKind, _ isRight: Bool) async throws {
        let stage = try await WitnessStage(kind)
        var phone = try await stage.test.registeredPhone()
        #expect(try await stage.test.tryPIN(&phone, right: true) == nil)
        try await stage.backUp()
        try await unlockUnread(&phone, at: stage.test)
        try await stage.restore()
        let restored = try #require(try await stage.stage.store.witnessedAccount(phone.walletID))
        for _ in 1...2 { #expect(try await stage.test.tryPIN(&phone, right: isRight) == .unavailable) }
        #expect(stage.witness.store.status.isBehind)
        #expect(try await stage.stage.store.witnessedAccount(phone.walletID) == restored)
        await stage.stop()
        await #expect(throws: Witness.Rejection.self) { try await stage.start() }
    }

    @Test(arguments: StoreKind.installed)
    func `an unlock of a known account is in the journal, as any other attempt`(_ kind: StoreKind) async throws {
        let stage = try await WitnessStage(kind)
        var phone = try await stage.test.registeredPhone()
        #expect(try await stage.test.tryPIN(&phone, right: true) == nil)
        try await unlockUnread(&phone, at: stage.test)
        try await unlockUnread(&phone, at: stage.test)
        #expect(try await stage.test.tryPIN(&phone, right: false) != nil)
        let number = phone.sequenceNumber
        await stage.stop()
        let journaled = try #require(try await stage.ledger.accounts[phone.walletID])
        #expect(journaled.attempts.count == 1)
        #expect(journaled.attempts.sequenceNumber == number && journaled.sequenceNumber == number)
        #expect(try await !stage.compare(writes: false).isBehind)
    }

    @Test(arguments: StoreKind.installed)
    func `what another server's journal has counts for a known account`(_ kind: StoreKind) async throws {
        let stage = try await WitnessStage(kind)
        var phone = try await stage.test.registeredPhone()
        #expect(try await stage.test.tryPIN(&phone, right: true) == nil)
        let witness = try await stage.open()
        let other = TestProvider(stage.test, on: witness.store)
        #expect(try await other.tryPIN(&phone, right: true) == nil)
        try await unlockUnread(&phone, at: other)
        try await unlockUnread(&phone, at: stage.test)
        try await stage.backUp()
        try await unlockUnread(&phone, at: other)
        // A right PIN's record is on disk within a second. (Before that: `IntentAttemptTests`.)
        try await witness.look(compacts: false)
        try await stage.restore()
        let restored = try await stage.stage.store.witnessedAccount(phone.walletID)
        #expect(try await stage.test.tryPIN(&phone, right: true) == .unavailable)
        #expect(try await stage.stage.store.witnessedAccount(phone.walletID) == restored)
        await witness.journals.close()
        await stage.stop()
    }
}
