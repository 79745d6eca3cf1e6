// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider
import WitnessFiles

/// A different machine's directory that hangs, like a network file system whose server is gone.
struct SilentPeerTests {
    let stage: JournalStage
    let silent = SilentFiles()
    let news = News()

    init() throws {
        stage = try JournalStage()
    }

    private func open() async throws -> WitnessJournals {
        try await WitnessJournals(
            directory: stage.place, peers: [stage.directory.path("other")], peerFiles: silent.files, timeouts: silent.timeouts,
            hsm: stage.hsm)
    }

    @Test func `a silent peer: the first caller gets an error in time, later callers at once, and no record is lost`()
        async throws
    {
        let other = try await stage.open("other")
        let journals = try await open()
        #expect(try await news.read(journals) == [])
        #expect(journals.unreadDirectories == 0)
        silent.isSilent = true
        try await other.append(.account(stage.account(1)))
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await news.read(journals) }
        for _ in 1...200 {
            let error = await #expect(throws: AccountStoreError.self) { try await news.read(journals) }
            #expect(error?.code == .unavailable)
        }
        #expect(journals.unreadDirectories >= 1)
        // This machine's own work continues.
        try await journals.append(.account(stage.account(2)))
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await journals.recordHeads() }
        silent.isSilent = false
        while journals.unreadDirectories > 0 { await Task.yield() }
        _ = try await news.read(journals)
        try await journals.recordHeads()
        try await other.append(stage.attempt(1, 1))
        #expect(try await news.read(journals) == [stage.attempt(1, 1)])
        await other.close()
        await journals.close()
        let ledger = try await stage.ledger(and: ["other"])
        #expect(Set(ledger.accounts.keys) == [stage.walletID(1), stage.walletID(2)])
    }

    @Test func `a silent peer does not delay shutdown`() async throws {
        let other = try await stage.open("other")
        let journals = try await open()
        try await journals.append(.account(stage.account(2)))
        silent.isSilent = true
        await journals.close()
        silent.isSilent = false
        await other.close()
        #expect(try stage.names().contains("1.tips"))
    }

    @Test func `a start with a silent peer fails without changes, and a later start succeeds`() async throws {
        await (try await stage.open("other")).close()
        silent.isSilent = true
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await open() }
        #expect(try stage.names() == [])
        silent.isSilent = false
        await (try await open()).close()
    }

    @Test func `with a silent peer nothing is served or counted, status shows it, and service resumes by itself`() async throws {
        let stage = try await WitnessStage(.sqlite)
        var phone = try await stage.test.registeredPhone()
        try await stage.withAnotherMachine(through: silent) { other, witness in
            #expect(try await other.tryPIN(&phone, right: true) == nil)
            silent.isSilent = true
            let request = try phone.message(.walletStatus, try await other.beacon())
            #expect(await other.refusal(of: request) == .unavailable)
            await #expect(throws: AccountStoreError(.unavailable, "")) { try await witness.store.checkWitness() }
            #expect(witness.store.status.unreadDirectories >= 1)
            let account = try await stage.stage.store.witnessedAccount(phone.walletID)
            #expect(account?.sequenceNumber == phone.sequenceNumber - 1)
            silent.isSilent = false
            while witness.store.status.unreadDirectories > 0 { await Task.yield() }
            try await witness.store.checkWitness()
            _ = try await other.result(of: request)
        }
        await stage.stop()
    }
}
