// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import TestEnvironment
import Testing
import WalletProvider
import WitnessFiles

/// Journals that are deleted, moved or replaced while a process writes or follows them.
struct ReplacedJournalTests {
    private let stage: JournalStage
    private let news = News()
    private let file = "journals/1.00000001.journal"
    private let incomplete = AccountStoreError(.journalIncomplete, "")

    init() throws {
        stage = try JournalStage()
    }

    enum Loss: CaseIterable, Sendable {
        case deleted, moved, copied, linked
    }

    private var path: String { stage.directory.path(file) }
    private var aside: String { stage.directory.path("aside") }

    private func lose(_ loss: Loss, _ journal: String? = nil) throws {
        let path = journal ?? path
        switch loss {
        case .deleted: try FileManager.default.removeItem(atPath: path)
        case .moved: try FileManager.default.moveItem(atPath: path, toPath: aside)
        case .copied:
            try FileManager.default.moveItem(atPath: path, toPath: aside)
            try FileManager.default.copyItem(atPath: aside, toPath: path)
        case .linked:
            // The name leads to the same file by a link, which readers do not follow.
            try FileManager.default.moveItem(atPath: path, toPath: aside)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: aside)
        }
    }

    @Test(arguments: Loss.allCases)
    func `a record for a file that has lost its name is not acknowledged, and no further work starts`(_ loss: Loss) async throws {
        let journals = try await stage.open()
        try await journals.append(.account(stage.account(1)))
        try lose(loss)
        for count in 1...2 as ClosedRange<Int64> {
            await #expect(throws: incomplete) { try await journals.append(stage.attempt(1, count)) }
            await #expect(throws: incomplete) { try await journals.requireWritable() }
        }
        await journals.close()
    }

    @Test(arguments: Loss.allCases)
    func `a server without writes detects the replaced file at its next check`(_ loss: Loss) async throws {
        let stage = try await WitnessStage(.sqlite)
        _ = try await stage.test.registeredPhone()
        try await stage.witness.look(compacts: false)
        try await stage.witness.store.checkWitness()
        let journal = stage.directory + "/1.00000001.journal"
        try lose(loss, journal)
        await #expect(throws: incomplete) { try await stage.witness.look(compacts: false) }
        await #expect(throws: incomplete) { try await stage.witness.store.checkWitness() }
        if loss == .moved {
            try FileManager.default.moveItem(atPath: aside, toPath: journal)
            try await stage.witness.look(compacts: false)
            try await stage.witness.store.checkWitness()
        }
        await stage.stop()
    }

    @Test func `a file that is put back continues without the rejected records`() async throws {
        let journals = try await stage.open()
        try await journals.append(.account(stage.account(1)))
        try lose(.moved)
        await #expect(throws: incomplete) { try await journals.append(stage.attempt(1, 7)) }
        try FileManager.default.moveItem(atPath: aside, toPath: path)
        #expect(try await stage.ledger().accounts[stage.walletID(1)]?.attempts.count == 0)
        try await journals.requireWritable()
        try await journals.append(stage.attempt(1, 1))
        await journals.close()
        #expect(try await stage.ledger().accounts[stage.walletID(1)]?.attempts.count == 1)
    }

    @Test func `a copy in its place is served after a restart; without any file the start fails`() async throws {
        let journals = try await stage.open()
        try await journals.append(.account(stage.account(1)))
        try lose(.copied)
        await #expect(throws: incomplete) { try await journals.append(stage.attempt(1, 1)) }
        await journals.close()
        let again = try await stage.open()
        try await again.append(stage.attempt(1, 1))
        try lose(.deleted)
        await again.close()
        await #expect(throws: incomplete) { try await stage.open() }
    }

    @Test func `a second name of the file, as created by a backup, is not a loss`() async throws {
        let journals = try await stage.open()
        try await journals.append(.account(stage.account(1)))
        try FileManager.default.linkItem(atPath: path, toPath: aside)
        try await journals.append(stage.attempt(1, 1))
        try await journals.recordHeads()
        try FileManager.default.removeItem(atPath: aside)
        try await journals.requireWritable()
        await journals.close()
    }

    @Test func `a segment whose file was replaced is not completed by a snapshot`() async throws {
        let journals = try await stage.open()
        try await journals.append(.account(stage.account(1)))
        try lose(.copied)
        await #expect(throws: incomplete) { try await journals.compact() }
        #expect(try stage.names().contains { $0.hasSuffix(".snapshot") } == false)
        await journals.close()
    }

    // MARK: Other processes

    @Test(arguments: [false, true])
    func `an older copy is not followed if its missing end was recorded`(_ isPeer: Bool) async throws {
        let writer = try await stage.open()
        try await writer.append(.account(stage.account(1)))
        let older = try stage.directory.bytes(file)
        let reader = isPeer ? try await stage.open("other", and: ["journals"]) : try await stage.open()
        _ = try await news.read(reader)
        try await writer.append(stage.attempt(1, 1))
        try await writer.recordHeads()
        let whole = try stage.directory.bytes(file)
        // The reader has read only the older part, so the older copy does not look truncated to it; only the head shows that bytes are missing.
        try stage.directory.write(older, to: file)
        try await reader.recordHeads()
        await #expect(throws: incomplete) { try await news.read(reader) }
        try stage.directory.write(whole, to: file)
        #expect(try await news.read(reader) == [stage.attempt(1, 1)])
        await reader.close()
        await writer.close()
    }

    @Test(arguments: [false, true])
    func `a file with a different last block of the same length is not followed until the right one returns`(_ isPeer: Bool) async throws {
        let writer = try await stage.open()
        try await writer.append(.account(stage.account(1)))
        let reader = isPeer ? try await stage.open("other", and: ["journals"]) : try await stage.open()
        _ = try await news.read(reader)
        let whole = try stage.directory.bytes(file)
        var changed = whole
        changed[whole.count - 1] ^= 1
        try stage.directory.write(changed, to: file)
        await #expect(throws: incomplete) { try await reader.recordHeads() }
        await #expect(throws: incomplete) { try await news.read(reader) }
        #expect(reader.unreadDirectories == 1)
        try stage.directory.write(whole, to: file)
        try await reader.recordHeads()
        #expect(try await news.read(reader) == [])
        #expect(reader.unreadDirectories == 0)
        await reader.close()
        await writer.close()
    }

    // MARK: Commands

    private let actor = AuditActor.operator(name: "test")

    @Test func `accept-loss and begin beside a running server ask to stop it and write no audit record`() async throws {
        let stage = try await WitnessStage(.sqlite)
        let names = stage.journals.names
        let commands: [() async throws -> Void] = [
            { try await Witness.acceptLoss(stage.stage.store, in: stage.directory, hsm: stage.test.hsm, by: actor, clock: { Date() }) },
            {
                _ = try await Witness.begin(
                    stage.stage.store, in: stage.directory, timeouts: .patient, hsm: stage.test.hsm, by: actor, clock: { Date() })
            },
        ]
        for command in commands {
            let error = await #expect(throws: AccountStoreError.self) { try await command() }
            #expect(error?.code == .unavailable && error?.reason.contains("stop all servers first") == true)
        }
        #expect(try await stage.stage.store.lastAuditRecord() == nil)
        #expect(stage.journals.names.filter { !$0.hasSuffix(".lock") } == names.filter { !$0.hasSuffix(".lock") })
        await stage.stop()
        for command in commands { try await command() }
        #expect(try await stage.stage.store.lastAuditRecord()?.number == 2)
    }

    @Test func `accept-loss with a damaged snapshot writes no audit record`() async throws {
        let stage = try await WitnessStage(.sqlite)
        _ = try await stage.test.registeredPhone()
        try await stage.witness.journals.compact()
        await stage.stop()
        let names = stage.journals.names
        for name in names where name.hasSuffix(".journal") { try stage.journals.remove(name) }
        let snapshot = try #require(names.first { $0.hasSuffix(".snapshot") })
        try stage.journals.write(stage.journals.bytes(snapshot).dropLast(), to: snapshot)
        await #expect(throws: AccountStoreError(.journalDamaged, "")) {
            try await Witness.acceptLoss(stage.stage.store, in: stage.directory, hsm: stage.test.hsm, by: actor, clock: { Date() })
        }
        #expect(try await stage.stage.store.lastAuditRecord() == nil)
    }
}
