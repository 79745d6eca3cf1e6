// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol
import Synchronization
import TestEnvironment
import Testing
import WalletProvider
import WitnessFiles

/// Deregistrations in the database that no journal contains: they raise no alarm, and no wallet returns.
struct WitnessDeregistrationTests {
    /// The event after a killed process has deregistered a wallet.
    enum Next: CaseIterable, Sendable {
        case removal, look, start
    }

    @Test(arguments: StoreKind.installed, Next.allCases)
    func `a killed process's deregistration is recorded before the removal`(_ kind: StoreKind, _ next: Next) async throws {
        let stage = try await WitnessStage(kind)
        var (stays, leaves) = (try await stage.test.registeredPhone(), try await stage.test.registeredPhone())
        #expect(try await stage.test.tryPIN(&stays, right: true) == nil)
        #expect(try await stage.test.tryPIN(&leaves, right: true) == nil)
        try await TestProvider(stage.test, on: stage.stage.store).deregister(&leaves)
        #expect(try await stage.ledger.accounts[leaves.walletID]?.isDeregistered == false)
        switch next {
        case .removal: break
        case .look: try await stage.witness.store.checkLatest()
        case .start:
            await stage.stop()
            try await stage.advance(milliseconds: 601_000)
            try await stage.start()
        }
        if next != .removal { #expect(try await stage.ledger.accounts[leaves.walletID]?.isDeregistered == true) }
        try await stage.advance(milliseconds: 601_000)
        try await stage.test.provider.removeExpired()
        #expect(try await stage.stage.store.witnessedAccount(leaves.walletID) == nil)

        for _ in 1...8 { try await stage.witness.store.checkLatest() }
        #expect(try await stage.test.tryPIN(&stays, right: true) == nil)
        await stage.stop()
        try await stage.start()
        try await stage.witness.store.checkLatest()
        #expect(try await !stage.compare(writes: true).isBehind)
        #expect(try await stage.stage.store.witnessedAccount(leaves.walletID) == nil)
        #expect(await stage.test.refusal(of: try leaves.checkPIN("AAAA")) == .certificateRejected)
        #expect(!stage.witness.store.status.isBehind)
        await stage.stop()
    }

    @Test(arguments: StoreKind.installed)
    func `an account is removed only after its deregistration is recorded`(_ kind: StoreKind) async throws {
        let stage = try await WitnessStage(kind)
        var leaves = try await stage.test.registeredPhone()
        #expect(try await stage.test.tryPIN(&leaves, right: true) == nil)
        let journal = FullJournal(stage.witness.journals)
        let clock = stage.test.clock
        let store = WitnessedStore(
            stage.stage.store, journal: journal, ledger: try await stage.ledger, ownWallets: [leaves.walletID], clock: { clock.now })
        journal.fill(true)
        // The database has it when the journal fails.
        let test = TestProvider(stage.test, on: store)
        let request = try leaves.message(.deregister, try await stage.test.beacon())
        #expect(await test.refusal(of: request) == .unavailable)
        #expect(try await stage.stage.store.witnessedAccount(leaves.walletID)?.isDeregistered == true)
        try await stage.advance(milliseconds: 601_000)
        for _ in 1...2 { await #expect(throws: ProviderProblem.unavailable) { try await test.provider.removeExpired() } }
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await store.checkLatest() }
        #expect(try await stage.stage.store.witnessedAccount(leaves.walletID)?.isDeregistered == true)
        journal.fill(false)
        try await test.provider.removeExpired()
        #expect(try await stage.stage.store.witnessedAccount(leaves.walletID) == nil)
        try await store.checkLatest()
        await stage.stop()
        try await stage.start()
        #expect(try await !stage.compare(writes: true).isBehind)
        #expect(try await stage.stage.store.witnessedAccount(leaves.walletID) == nil)
        await stage.stop()
    }

    @Test(arguments: StoreKind.installed)
    func `unused accounts are removed without a record of their end and are not reported as lost`(
        _ kind: StoreKind
    ) async throws {
        let stage = try await WitnessStage(kind)
        let (revoked, deregistered) = (stage.stage.newAccount(), try await stage.test.registeredPhone())
        #expect(try await stage.test.store.create(revoked) == .created)
        // Both end in the database only.
        _ = try await stage.stage.store.revoke(revoked.walletID, because: .userRequest)
        var ended = try #require(try await stage.stage.store.witnessedAccount(deregistered.walletID))
        let former = ended
        ended.end = WitnessedAccount.End(reason: nil, date: ended.registration.createdAt)
        #expect(try await stage.stage.store.replace(former, by: ended))
        try await stage.advance(milliseconds: 86_400_001)
        try await stage.test.provider.removeExpired()
        #expect(try await stage.stage.store.witnessedAccounts(after: nil, limit: 9).isEmpty)
        try await stage.witness.store.checkLatest()
        await stage.stop()
        try await stage.start()
        #expect(try await !stage.compare(writes: true).isBehind)
        #expect(try await stage.stage.store.witnessedAccounts(after: nil, limit: 9).isEmpty)
        await stage.stop()
    }
}

/// A journal on a full disk; the failure occurs only at the write.
private final class FullJournal: WitnessJournal {
    private let journal: any WitnessJournal
    private let isFull = Mutex(false)

    init(_ journal: any WitnessJournal) { self.journal = journal }

    var unreadDirectories: Int { 0 }

    func fill(_ full: Bool) { isFull.withLock { $0 = full } }

    func append(_ record: WitnessRecord) async throws(AccountStoreError) {
        guard !isFull.withLock({ $0 }) else { throw AccountStoreError(.unavailable, "full") }
        try await journal.append(record)
    }

    func note(_ record: WitnessRecord) { journal.note(record) }

    func requireWritable() async throws(AccountStoreError) { try await journal.requireWritable() }

    func readNews(_ body: @escaping @Sendable (WitnessRecord, WitnessSource) -> Void) async throws(AccountStoreError) {
        try await journal.readNews(body)
    }
}
