// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider
import WitnessFiles

/// A database that is restored under a server that has seen no change since its start.
struct QuietServerTests {
    private let changes: RestoreTests

    init() throws {
        changes = try RestoreTests()
    }

    private static let kinds: [RestoreTests.Change] = [
        .attempts, .block, .pinChange, .revocation, .registration, .deregistration, .solution,
    ]

    @Test(arguments: StoreKind.installed, kinds)
    func `a restore is detected at the next check and ends service`(_ kind: StoreKind, _ change: RestoreTests.Change) async throws {
        let stage = try await WitnessStage(kind, policy: changes.policy)
        var (phone, bystander) = (TestPhone(), try await stage.test.registeredPhone())
        #expect(try await stage.test.tryPIN(&bystander, right: true) == nil)
        if change != .registration {
            phone = try await stage.test.registeredPhone()
            #expect(try await stage.test.tryPIN(&phone, right: true) == nil)
        }
        try await stage.backUp()
        try await changes.happen(change, to: &phone, stage)
        if change == .registration { #expect(try await stage.test.tryPIN(&phone, right: false) != nil) }
        // From the journal as written, and from a snapshot.
        if kind == .sqlite { try await stage.witness.look(compacts: true) }
        await stage.stop()
        try await stage.start()
        try await stage.witness.look(compacts: false)
        #expect(!stage.witness.store.status.isBehind)
        try await stage.restore()
        try await stage.witness.look(compacts: false)
        #expect(stage.witness.store.status.isBehind)
        let before = try await stage.stage.store.witnessedAccount(bystander.walletID)
        let request = try bystander.message(.walletStatus, try await stage.test.beacon())
        #expect(await stage.test.refusal(of: request) == .unavailable)
        #expect(try await stage.stage.store.witnessedAccount(bystander.walletID) == before)
        await stage.stop()
    }

    @Test(arguments: StoreKind.installed)
    func `wallets that were deregistered last neither hide a restore nor look like one`(_ kind: StoreKind) async throws {
        let stage = try await WitnessStage(kind)
        var phone = try await stage.test.registeredPhone()
        #expect(try await stage.test.tryPIN(&phone, right: true) == nil)
        try await stage.backUp()
        #expect(try await stage.test.tryPIN(&phone, right: false) != nil)
        for _ in 1...10 {
            var guest = try await stage.test.registeredPhone()
            #expect(try await stage.test.tryPIN(&guest, right: true) == nil)
            try await stage.test.deregister(&guest)
        }
        try await stage.advance(milliseconds: 86_400_000)
        try await stage.test.provider.removeExpired()
        for isCompacted in [false, true] {
            try await stage.witness.look(compacts: isCompacted)
            await stage.stop()
            try await stage.start()
            try await stage.witness.look(compacts: false)
            #expect(!stage.witness.store.status.isBehind)
        }
        try await stage.restore()
        await #expect(throws: AccountStoreError(.behindWitness, "")) { try await stage.witness.store.checkLatest() }
        await stage.stop()
    }

    @Test(arguments: StoreKind.installed)
    func `changes last seen by a stopped server are compared with the database by other servers`(_ kind: StoreKind) async throws {
        let stage = try await WitnessStage(kind)
        var (phone, own) = (try await stage.test.registeredPhone(), try await stage.test.registeredPhone())
        #expect(try await stage.test.tryPIN(&own, right: true) == nil)
        try await stage.withAnotherServer { other in
            try await stage.backUp()
            #expect(try await other.tryPIN(&phone, right: false) != nil)
        }
        await stage.stop()
        try await stage.start()
        for isCompacted in [false, true] {
            try await stage.witness.look(compacts: isCompacted)
            #expect(!stage.witness.store.status.isBehind)
        }
        await stage.stop()
        try await stage.start()
        try await stage.restore()
        await #expect(throws: AccountStoreError(.behindWitness, "")) { try await stage.witness.store.attestationStatuses(inList: 1) }
        await stage.stop()
    }

    @Test(arguments: StoreKind.installed)
    func `a change committed out of order is detected within a few checks`(
        _ kind: StoreKind
    ) async throws {
        let stage = try await WitnessStage(kind)
        var phones: [TestPhone] = []
        for _ in 1...5 { phones.append(try await stage.test.registeredPhone()) }
        for index in phones.indices { #expect(try await stage.test.tryPIN(&phones[index], right: true) == nil) }
        try await stage.backUp()
        for index in phones.indices { #expect(try await stage.test.tryPIN(&phones[index], right: false) != nil) }
        await stage.stop()
        try await stage.start()
        for _ in 1...8 { try await stage.witness.store.checkLatest() }
        let name = phones[1].walletID.text
        try await stage.stage.run([
            "DELETE FROM account WHERE wallet_id = '\(name)'",
            "INSERT INTO account SELECT * FROM backup_account WHERE wallet_id = '\(name)'",
        ])
        for _ in 1...8 { try? await stage.witness.store.checkLatest() }
        #expect(stage.witness.store.status.isBehind)
        await stage.stop()
    }

    @Test func `a backup from after the last change is not reported as a loss`() async throws {
        let stage = try await WitnessStage(.sqlite)
        var phone = try await stage.test.registeredPhone()
        #expect(try await stage.test.tryPIN(&phone, right: false) != nil)
        await stage.stop()
        try await stage.start()
        try await stage.backUp()
        try await stage.restore()
        try await stage.witness.store.checkLatest()
        #expect(try await stage.test.tryPIN(&phone, right: true) == nil)
        await stage.stop()
    }

    @Test func `a snapshot ends with the wallets at the end of its journal, including wallets that must stay`() throws {
        let stage = try JournalStage()
        var ledger = WitnessLedger()
        for number in 1...100 as ClosedRange<UInt8> { try ledger.add(.account(stage.account(number))) }
        for number in [40, 7, 40, 99, 3] as [UInt8] { try ledger.add(stage.attempt(number, 1)) }
        let deregistration = WitnessedAccount.End(reason: nil, date: Timestamp(milliseconds: 7))
        for number in 20...60 as ClosedRange<UInt8> { try ledger.add(.account(stage.account(number, end: deregistration))) }
        for number in 61...90 as ClosedRange<UInt8> { try ledger.add(.gone(stage.walletID(number))) }
        try ledger.add(.account(stage.account(101, isUsed: false)))
        ledger.forget(unusedBefore: Timestamp(milliseconds: 1))
        for _ in 1...3 {
            let records = ledger.records
            let last = records.suffix(15).map(\.walletID)
            #expect(last == ([96, 97, 98, 100, 7, 99, 3] + Array(83...90)).map { stage.walletID($0) })
            #expect(records.count == 101)
            var read = WitnessLedger()
            for record in records { try read.add(record) }
            ledger = read
        }
    }
}

extension WitnessRecord {
    fileprivate var walletID: WalletID? {
        switch self {
        case .account(let account): account.walletID
        case .attempt(let walletID, _, _), .intent(let walletID, _), .gone(let walletID): walletID
        case .solution: nil
        }
    }
}
