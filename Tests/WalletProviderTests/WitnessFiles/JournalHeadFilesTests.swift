// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider
import WitnessFiles

/// Deleted journal data whose end was recorded elsewhere.
struct JournalHeadFilesTests {
    let stage: JournalStage

    init() throws {
        stage = try JournalStage()
    }

    /// Writes two slots that have recorded each other's end; the first one has two segments.
    private func write() async throws {
        let (first, second) = (try await stage.open(), try await stage.open())
        try await second.append(.account(stage.account(2)))
        try await first.append(.account(stage.account(1)))
        try await second.append(stage.attempt(2, 1))
        try await first.append(stage.attempt(1, 1))
        try await first.compact()
        for count in 2...3 { try await first.append(stage.attempt(1, Int64(count))) }
        try await first.recordHeads()
        try await second.recordHeads()
        await first.close()
        await second.close()
    }

    private var segment: String {
        get throws { "journals/" + (try #require(try stage.names().last { $0.hasPrefix("1.") && $0.hasSuffix(".journal") })) }
    }

    enum Loss: CaseIterable, Sendable {
        case lastBlock, lastBlockChanged, lastBlockCut, lastSegment, slot, slotAndItsHeads, otherSlotAndItsHeads, allJournals
    }

    private func lose(_ loss: Loss) throws {
        let segment = try segment
        let whole = try stage.directory.bytes(segment)
        let header = try #require(whole.indices.last { whole[$0...].starts(with: Array("WJ01".utf8)) })
        var changed = whole
        changed[whole.count - 1] ^= 1
        let remove = { (isLost: (String) -> Bool) in
            for name in try stage.names() where isLost(name) { try stage.directory.remove("journals/" + name) }
        }
        switch loss {
        case .lastBlock: try stage.directory.write(Array(whole.prefix(header)), to: segment)
        case .lastBlockChanged: try stage.directory.write(changed, to: segment)
        case .lastBlockCut: try stage.directory.write(whole.dropLast(), to: segment)
        case .lastSegment: try stage.directory.remove(segment)
        case .slot: try remove { $0.hasPrefix("1.") && !$0.hasSuffix(".tips") }
        case .slotAndItsHeads: try remove { $0.hasPrefix("1.") }
        case .otherSlotAndItsHeads: try remove { $0.hasPrefix("2.") }
        case .allJournals: try remove { !$0.hasSuffix(".tips") }
        }
    }

    @Test(arguments: Loss.allCases)
    func `deleted data is detected, no server starts, and an operator can accept the loss`(_ loss: Loss) async throws {
        try await write()
        try lose(loss)
        let left = try stage.names()
        for attempt in 1...2 {
            let error = await #expect(throws: AccountStoreError.self, "\(attempt)") { try await stage.open() }
            #expect([.journalIncomplete, .journalDamaged].contains(error?.code))
            await #expect(throws: AccountStoreError.self) { try await stage.ledger() }
        }
        #expect(try stage.names() == left, "whoever refuses changes nothing")
        try await WitnessJournals.acceptLoss(in: stage.place, hsm: stage.hsm)
        let journals = try await stage.open()
        try await journals.append(.account(stage.account(3)))
        await journals.close()
        #expect(try await stage.ledger().accounts[stage.walletID(3)] != nil)
    }

    @Test(arguments: [false, true])
    func `data missing after a snapshot must be accepted by an operator, and the snapshot stays valid`(
        _ isNoted: Bool
    ) async throws {
        try await write()
        try stage.directory.remove(segment)
        if !isNoted { for slot in 1...2 { try stage.directory.remove("journals/\(slot).tips") } }
        let left = try stage.names()
        await #expect(throws: AccountStoreError(.journalIncomplete, "")) { try await stage.open() }
        await #expect(throws: AccountStoreError(.journalIncomplete, "")) { try await stage.ledger() }
        #expect(try stage.names() == left)
        // An invalid snapshot is not accepted.
        let snapshot = "journals/" + (try #require(left.first { $0.hasSuffix(".snapshot") }))
        let whole = try stage.directory.bytes(snapshot)
        for bytes in [[], Array(whole.dropLast()), Array(whole.dropLast(56)), Array(whole.dropLast(20)) + [UInt8](repeating: 7, count: 20)]
        {
            try stage.directory.write(bytes, to: snapshot)
            await #expect(throws: AccountStoreError(.journalDamaged, "")) {
                try await WitnessJournals.acceptLoss(in: stage.place, hsm: stage.hsm)
            }
            #expect(try stage.names() == left)
        }
        try stage.directory.write(whole, to: snapshot)
        for _ in 1...2 { try await WitnessJournals.acceptLoss(in: stage.place, hsm: stage.hsm) }
        #expect(try await stage.ledger().accounts[stage.walletID(1)]?.attempts.count == 1)
        let journals = try await stage.open()
        #expect(journals.ownWallets == [stage.walletID(1)])
        try await journals.append(stage.attempt(1, 2))
        try await journals.compact()
        await journals.close()
        let ledger = try await stage.ledger()
        #expect(ledger.accounts[stage.walletID(1)]?.attempts.count == 2)
        #expect(ledger.accounts[stage.walletID(2)]?.attempts.count == 1)
    }

    @Test func `a peer's loss is detected by both machines`() async throws {
        let (first, second) = (try await stage.open("a"), try await stage.open("b"))
        await second.close()
        await first.close()
        let (here, there) = (try await stage.open("a", and: ["b"]), try await stage.open("b", and: ["a"]))
        try await there.append(.account(stage.account(1)))
        try await there.recordHeads()
        try await here.recordHeads()
        await there.close()
        await here.close()
        for name in try stage.names("b") { try stage.directory.remove("b/" + name) }
        await #expect(throws: AccountStoreError(.journalIncomplete, "")) { try await stage.open("a", and: ["b"]) }
        // Machine a starts only if it does not read b's directory, whose loss its own heads reveal.
        let alone = try await stage.open("a")
        await alone.close()
    }

    @Test func `altered, truncated or misplaced head files are rejected`() async throws {
        try await write()
        let (first, second) = (try stage.directory.bytes("journals/1.tips"), try stage.directory.bytes("journals/2.tips"))
        var wrong: [[UInt8]] = [[], Array(first.dropLast()), first + first, second, Array("{}".utf8)]
        for index in stride(from: 0, to: first.count, by: 29) {
            var changed = first
            changed[index] ^= 4
            wrong.append(changed)
        }
        for bytes in wrong {
            try stage.directory.write(bytes, to: "journals/1.tips")
            await #expect(throws: AccountStoreError(.journalDamaged, "")) { try await stage.ledger() }
            await #expect(throws: AccountStoreError(.journalDamaged, "")) { try await stage.open() }
        }
        try stage.directory.write(first, to: "journals/1.tips")
        // A journal under the name of a head file.
        try stage.directory.write(try stage.directory.bytes("journals/2.00000001.journal"), to: "journals/3.tips")
        await #expect(throws: AccountStoreError(.journalDamaged, "")) { try await stage.ledger() }
    }

    @Test func `older or missing head files and continued journals are not a loss`() async throws {
        try await write()
        let older = try stage.directory.bytes("journals/1.tips")
        let journals = try await stage.open()
        try await journals.append(.account(stage.account(1)))
        try await journals.compact()
        try await journals.append(stage.attempt(1, 9))
        await journals.close()
        try stage.directory.write(older, to: "journals/1.tips")
        #expect(try await stage.ledger().accounts[stage.walletID(1)]?.attempts.count == 9)
        // As left by a version without heads, or after an attacker with write access deleted the heads together with the data.
        for slot in 1...2 { try stage.directory.remove("journals/\(slot).tips") }
        #expect(try await stage.ledger().accounts.count == 2)
    }

    @Test func `journals set aside include their head files`() async throws {
        try await write()
        _ = try WitnessJournals.setAside(in: stage.place, name: "old")
        #expect(try stage.names() == ["old"])
        #expect(try stage.names("journals/old").contains("1.tips"))
        let journals = try await stage.open()
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await WitnessJournals.acceptLoss(in: stage.place, hsm: stage.hsm) }
        await journals.close()
    }
}
