// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider
import WitnessFiles

/// A process that reads the journals while others write them.
struct FollowerTests {
    let stage: JournalStage
    let news = News()

    init() throws {
        stage = try JournalStage()
    }

    @Test func `records of other processes are passed on once and in order, own records never`() async throws {
        let (writer, reader) = (try await stage.open(), try await stage.open())
        #expect(try await news.read(reader) == [])
        try await writer.append(.account(stage.account(1)))
        try await writer.append(stage.attempt(1, 1))
        try await reader.append(.account(stage.account(2)))
        #expect(try await news.read(reader) == [.account(stage.account(1)), stage.attempt(1, 1)])
        #expect(try await news.read(reader) == [])
        try await writer.append(stage.attempt(1, 2))
        #expect(try await news.read(reader) == [stage.attempt(1, 2)])
        #expect(try await news.read(writer) == [.account(stage.account(2))])
        await writer.close()
        await reader.close()
    }

    @Test func `processes that start later or use a different directory are followed, too`() async throws {
        let other = try await stage.open("other")
        let reader = try await stage.open(and: ["other"])
        try await other.append(.account(stage.account(1)))
        let late = try await stage.open()
        try await late.append(.account(stage.account(2)))
        #expect(Set(try await news.read(reader)) == [.account(stage.account(1)), .account(stage.account(2))])
        let later = try await stage.open("other")
        try await later.append(.solution(Timestamp(milliseconds: 4)))
        #expect(try await news.read(reader) == [.solution(Timestamp(milliseconds: 4))])
        for journals in [other, late, later, reader] { await journals.close() }
    }

    @Test func `completed segments and snapshots lose no record, for fast and slow followers`() async throws {
        let writer = try await stage.open(limit: 2000)
        let (diligent, lazy) = (try await stage.open(), try await stage.open())
        let slow = News()
        try await writer.append(.account(stage.account(1)))
        var seen: [WitnessRecord] = []
        for count in 1...40 as ClosedRange<Int64> {
            try await writer.append(stage.attempt(1, count))
            seen += try await news.read(diligent)
            if count == 3 { _ = try await slow.read(lazy) }
        }
        try await writer.compact()
        #expect(try stage.names().contains { $0.hasPrefix("1.") && $0.hasSuffix(".snapshot") })
        seen += try await news.read(diligent)
        // A snapshot contains only the wallet's last state.
        for records in [seen, try await slow.read(lazy)] {
            var ledger = WitnessLedger()
            for record in records { try ledger.add(record) }
            #expect(ledger.accounts[stage.walletID(1)]?.attempts.count == 40)
        }
        try await writer.append(stage.attempt(1, 41))
        #expect(try await news.read(diligent) == [stage.attempt(1, 41)])
        #expect(try await slow.read(lazy) == [stage.attempt(1, 41)])
        for journals in [writer, diligent, lazy] { await journals.close() }
    }

    @Test func `a block that is still being written counts as incomplete, not as damage`() async throws {
        let (writer, reader) = (try await stage.open(), try await stage.open())
        try await writer.append(.account(stage.account(1)))
        _ = try await news.read(reader)
        try await writer.append(stage.attempt(1, 1))
        await writer.close()
        let file = "journals/1.00000001.journal"
        let whole = try stage.directory.bytes(file)
        for missing in [1, 40, 100] {
            try stage.directory.write(whole.dropLast(missing), to: file)
            #expect(try await news.read(reader) == [])
        }
        try stage.directory.write(whole, to: file)
        #expect(try await news.read(reader) == [stage.attempt(1, 1)])
        await reader.close()
    }

    enum Loss: CaseIterable, Sendable {
        case shorter, changed, gone, wholeSlot, ownSlot, otherKeys
    }

    @Test(arguments: Loss.allCases)
    func `a damaged or altered journal is not followed until it is restored`(_ loss: Loss) async throws {
        let writer = try await stage.open()
        try await writer.append(.account(stage.account(1)))
        let reader = try await stage.open()
        try await writer.append(stage.attempt(1, 1))
        _ = try await news.read(reader)
        try await writer.append(stage.attempt(1, 2))
        try await writer.append(stage.attempt(1, 3))
        let file = loss == .ownSlot ? "journals/2.00000001.journal" : "journals/1.00000001.journal"
        let whole = try stage.directory.bytes(file)
        switch loss {
        case .shorter: try stage.directory.write(Array(whole.prefix(300)), to: file)
        case .changed:
            // Changes one bit in the first of the two new blocks.
            var changed = whole
            let headers = whole.indices.filter { whole[$0...].starts(with: Array("WJ01".utf8)) }
            changed[headers[headers.count - 2] + 40] ^= 1
            try stage.directory.write(changed, to: file)
        case .gone, .wholeSlot, .ownSlot: try stage.directory.remove(file)
        case .otherKeys:
            let other = try JournalStage()
            let journals = try await other.open()
            try await journals.append(.account(other.account(1)))
            for count in 1...9 { try await journals.append(other.attempt(1, Int64(count))) }
            await journals.close()
            try stage.directory.write(other.directory.bytes("journals/1.00000001.journal"), to: file)
        }
        if loss == .wholeSlot { try? stage.directory.remove("journals/1.tips") }
        let error = await #expect(throws: AccountStoreError.self) { try await news.read(reader) }
        #expect([.journalIncomplete, .journalDamaged].contains(error?.code))
        try stage.directory.write(whole, to: file)
        let last = try await news.read(reader).last
        if loss != .ownSlot { #expect(last == stage.attempt(1, 3)) }
        await reader.close()
        await writer.close()
    }

    @Test func `a missing directory of another machine does not count as empty`() async throws {
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await stage.open(and: ["other"]) }
        let other = try await stage.open("other")
        let reader = try await stage.open(and: ["other"])
        _ = try await news.read(reader)
        // Like a mount that disappears.
        try FileManager.default.moveItem(atPath: stage.directory.path("other"), toPath: stage.directory.path("elsewhere"))
        await #expect(throws: AccountStoreError(.journalIncomplete, "")) { try await news.read(reader) }
        try FileManager.default.moveItem(atPath: stage.directory.path("elsewhere"), toPath: stage.directory.path("other"))
        #expect(try await news.read(reader) == [])
        await reader.close()
        await other.close()
    }
}
