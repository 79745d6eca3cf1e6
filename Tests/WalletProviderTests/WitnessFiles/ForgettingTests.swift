// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider
import WitnessFiles

/// The data that journals drop, so that they do not grow forever, and the data that they never drop.
struct ForgettingTests {
    private let deregistration = WitnessedAccount.End(reason: nil, date: Timestamp(milliseconds: 7))
    private let revocation = WitnessedAccount.End(reason: .userRequest, date: Timestamp(milliseconds: 7))

    @Test func `a snapshot keeps only the ids of deregistered wallets, no unused wallets, and all others completely`() async throws {
        let stage = try JournalStage()
        let journals = try await stage.open { Timestamp(milliseconds: 100) }
        let records = [
            stage.account(1), stage.account(2, end: deregistration), stage.account(3, isUsed: false, createdAt: 99),
            stage.account(4, isUsed: false, createdAt: 100), stage.account(5, end: revocation),
        ]
        try await journals.append(all: records.map(WitnessRecord.account))
        try await journals.compact()
        await journals.close()
        let ledger = try await stage.ledger()
        #expect(ledger.gone == [stage.walletID(2)])
        #expect(Set(ledger.accounts.keys) == [stage.walletID(1), stage.walletID(4), stage.walletID(5)])
        #expect(ledger.accounts[stage.walletID(5)]?.end == revocation)
        // By a process that has not read it from a journal yet, or that started earlier.
        let again = try await stage.open()
        try await again.append(stage.attempt(2, 1))
        try await again.append(.account(stage.account(2)))
        await again.close()
        #expect(try await stage.ledger().accounts[stage.walletID(2)] == nil)
        #expect(try await stage.ledger().gone == [stage.walletID(2)])
    }

    @Test func `a journal keeps one line for each deregistered wallet, however many come and go`() async throws {
        let stage = try JournalStage()
        let journals = try await stage.open { Timestamp(milliseconds: 1000) }
        var sizes: [Int] = []
        for round in 0..<4 as Range<UInt8> {
            for number in 1...50 as ClosedRange<UInt8> {
                let account = stage.account(round * 50 + number, end: deregistration)
                try await journals.append(.account(account))
            }
            try await journals.compact()
            let files = try stage.names().filter { !$0.hasSuffix(".tips") }
            sizes.append(try files.reduce(0) { $0 + (try stage.directory.bytes("journals/" + $1)).count })
            #expect(files.count == 2)
        }
        await journals.close()
        #expect(sizes[3] < 200 * 60)
    }

    @Test func `a journal that dropped a wallet does not undo what a different journal knows`() throws {
        let stage = try JournalStage()
        var (left, right) = (WitnessLedger(), WitnessLedger())
        try left.add(.gone(stage.walletID(1)))
        try right.add(.account(stage.account(1)))
        try right.add(.account(stage.account(2)))
        var (one, other) = (left, right)
        one.merge(right)
        other.merge(left)
        for ledger in [one, other] {
            #expect(ledger.gone == [stage.walletID(1)])
            #expect(Set(ledger.accounts.keys) == [stage.walletID(2)])
        }
        #expect(throws: AccountStoreError(.damaged, "")) { try left.add(stage.attempt(3, 1)) }
    }

    @Test(arguments: StoreKind.installed)
    func `a deregistered wallet that was dropped does not return with a backup`(_ kind: StoreKind) async throws {
        let stage = try await WitnessStage(kind)
        var phone = try await stage.test.registeredPhone()
        #expect(try await stage.test.tryPIN(&phone, right: true) == nil)
        try await stage.backUp()
        try await stage.test.deregister(&phone)
        try await stage.witness.look(compacts: true)
        #expect(try await stage.ledger.gone == [phone.walletID])

        // While the server is running.
        try await stage.restore()
        let request = try phone.message(.walletStatus, try await stage.test.beacon())
        #expect(await stage.test.refusal(of: request) == .unavailable)
        #expect(stage.witness.store.status.isBehind)
        #expect(stage.witness.store.status.refusals[.behindWitness] == 1)
        await stage.stop()
        // And at the start.
        let rejection = await #expect(throws: Witness.Rejection.self) { try await stage.start() }
        guard case .behind(let findings)? = rejection else { return #expect(Bool(false), "not noticed") }
        #expect(findings.losses == [.end: 1])
        _ = try await stage.compare(writes: true)
        try await stage.start()
        #expect(await stage.test.refusal(of: try phone.checkPIN("AAAA")) == .certificateRejected)
        try await stage.advance(milliseconds: 86_400_000)
        try await stage.test.provider.removeExpired()
        #expect(try await stage.stage.store.witnessedAccount(phone.walletID) == nil)
        #expect(try await !stage.compare(writes: false).isBehind)
        await stage.stop()
    }

    @Test func `the id of a deregistered wallet is never used again`() async throws {
        let stage = try await WitnessStage(.sqlite)
        let account = stage.stage.newAccount()
        #expect(try await stage.test.store.create(account) == .created)
        _ = try await stage.stage.store.revoke(account.walletID, because: .userRequest)
        var ended = try #require(try await stage.stage.store.witnessedAccount(account.walletID))
        let former = ended
        ended.end = deregistration
        #expect(try await stage.stage.store.replace(former, by: ended))
        _ = try await stage.test.store.account(of: account.walletID)
        try await stage.witness.look(compacts: true)
        try await stage.advance(milliseconds: 86_400_000)
        try await stage.stage.store.removeExpired(answers: 1, unusedAccounts: 1)
        #expect(try await stage.stage.store.witnessedAccount(account.walletID) == nil)
        #expect(try await stage.test.store.create(account) == .conflict)
        await stage.stop()
    }

    @Test func `unused wallets are dropped from memory and disk, used wallets never`() async throws {
        let stage = try await WitnessStage(.sqlite)
        var used = try await stage.test.registeredPhone()
        #expect(try await stage.test.tryPIN(&used, right: true) == nil)
        for _ in 1...3 { _ = try await stage.test.registeredPhone() }
        #expect(stage.witness.store.status.wallets == 4)
        try await stage.advance(milliseconds: 86_400_000 + 3_600_001)
        try await stage.test.provider.removeExpired()
        try await stage.witness.look(compacts: true)
        #expect(stage.witness.store.status.wallets == 1)
        #expect(try await Set(stage.ledger.accounts.keys) == [used.walletID])
        #expect(try await stage.test.tryPIN(&used, right: false) != nil)
        await stage.stop()
        #expect(try await stage.ledger.accounts[used.walletID]?.attempts.count == 1)
    }

    @Test func `the provider is unavailable if the database lost a wallet that had sent a message`() async throws {
        let stage = try await WitnessStage(.sqlite)
        var phone = try await stage.test.registeredPhone()
        try await stage.backUp()
        _ = try await stage.test.status(of: &phone)
        #expect(try await stage.ledger.accounts[phone.walletID]?.isUsed == true)
        try await stage.stage.run(["DELETE FROM account"])
        let request = try phone.message(.walletStatus, try await stage.test.beacon())
        #expect(await stage.test.refusal(of: request) == .unavailable)
        await stage.stop()
    }
}
