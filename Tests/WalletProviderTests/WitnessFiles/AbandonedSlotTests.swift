// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol
import Synchronization
import TestEnvironment
import Testing
import WalletProvider
import WitnessFiles

/// Slots without a running process: a different process compacts them without losing data.
struct AbandonedSlotTests {
    let stage: JournalStage
    private let deregistration = WitnessedAccount.End(reason: nil, date: Timestamp(milliseconds: 7))
    private let revocation = WitnessedAccount.End(reason: .userRequest, date: Timestamp(milliseconds: 7))

    init() throws {
        stage = try JournalStage()
    }

    /// Opens a server beside an abandoned slot with wallets 11 to 13; wallet 13 was never used.
    private func server(
        clock: TestClock? = nil, write: @escaping BlockWrite = { try $0.write(contentsOf: $1) },
        pass: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> WitnessJournals {
        let server = try await stage.open(clock: clock, unusedLimit: { Timestamp(milliseconds: 100) }, write: write, pass: pass)
        try await server.append(.account(stage.account(1)))
        let other = try await stage.open()
        try await other.append(.account(stage.account(11)))
        try await other.append(.account(stage.account(13, isUsed: false)))
        try await other.append(.account(stage.account(12)))
        for count in 1...3 { try await other.append(stage.attempt(11, Int64(count))) }
        await other.close()
        return server
    }

    private func text(ofSlot slot: Int, in place: String = "journals") throws -> String {
        try stage.names(place).filter { $0.hasPrefix("\(slot).") && !$0.hasSuffix(".tips") }
            .map { String(bytes: try stage.directory.bytes("\(place)/\($0)").filter { $0 < 128 }, encoding: .utf8) ?? "" }.joined()
    }

    @Test func `an abandoned slot becomes an equal snapshot, is followed, and is continued by its next process`() async throws {
        let server = try await server()
        let news = News()
        _ = try await news.read(server)
        try await server.maintain(all: true)
        #expect(try stage.names().filter { $0.hasPrefix("2.") && !$0.hasSuffix(".tips") } == ["2.00000001.snapshot", "2.00000002.journal"])
        let ledger = try await stage.ledger()
        #expect(Set(ledger.accounts.keys) == Set([1, 11, 12].map { stage.walletID($0) }))
        #expect(ledger.accounts[stage.walletID(11)]?.attempts.count == 3)
        let next = try await stage.open()
        #expect(next.ownWallets == Set([11, 12].map { stage.walletID($0) }))
        try await next.append(stage.attempt(11, 4))
        #expect(try await news.read(server) == [stage.attempt(11, 4)])
        // The slot has a process again.
        let names = try stage.names()
        try await server.maintain(all: true)
        #expect(try stage.names().filter { $0.hasPrefix("2.") } == names.filter { $0.hasPrefix("2.") })
        await next.close()
        await server.close()
        #expect(try await stage.ledger().accounts[stage.walletID(11)]?.attempts.count == 4)
    }

    @Test func `a deregistration in one journal holds for all journals, a revocation does not`() async throws {
        let server = try await server()
        // Takes slot 2, so that only slot 3 contains the deregistrations.
        let placeholder = try await stage.open()
        let other = try await stage.open()
        await placeholder.close()
        for number in [1, 11] as [UInt8] { try await other.append(.account(stage.account(number, end: deregistration))) }
        try await other.append(.account(stage.account(12, end: revocation)))
        // This process has not read the deregistration yet.
        try await server.maintain(all: true)
        #expect(try text(ofSlot: 1).contains("\"account\""))
        #expect(try text(ofSlot: 2).components(separatedBy: "\"account\"").count == 3)
        try await server.readNews { _, _ in }
        await other.close()
        try await server.maintain(all: true)
        #expect(try !text(ofSlot: 1).contains("\"account\""))
        #expect(try text(ofSlot: 1).contains("\"gone\""))
        for slot in 2...3 {
            #expect(try text(ofSlot: slot).components(separatedBy: "\"account\"").count == 2)
            #expect(try text(ofSlot: slot).contains("\"gone\""))
        }
        await server.close()
        let ledger = try await stage.ledger()
        #expect(ledger.gone == Set([1, 11].map { stage.walletID($0) }))
        #expect(ledger.accounts[stage.walletID(12)]?.end == revocation)
        // The ids are still known if the slot that recorded the deregistration is lost.
        for name in try stage.names() where name.hasPrefix("3.") || name.hasSuffix(".tips") {
            try stage.directory.remove("journals/" + name)
        }
        #expect(try await stage.ledger().gone == Set([1, 11].map { stage.walletID($0) }))
    }

    @Test func `abandoned slots are compacted once a day by file time, however often the server restarts`() async throws {
        let clock = TestClock()
        func snapshots() throws -> [String] { try stage.names().filter { $0.hasSuffix(".snapshot") } }
        func restart(after hours: Int64) async throws {
            clock.advance(seconds: hours * 3600)
            let server = try await stage.open(clock: clock)
            try await server.maintain()
            await server.close()
        }
        let server = try await server(clock: clock)
        try await server.maintain()
        await server.close()
        let first = try snapshots()
        #expect(first == ["1.00000001.snapshot", "2.00000001.snapshot"])
        for _ in 1...5 { try await restart(after: 4) }
        #expect(try snapshots() == first)
        try await restart(after: 4)
        #expect(try snapshots() == ["1.00000002.snapshot", "2.00000002.snapshot"])
        try await restart(after: 1)
        #expect(try snapshots() == ["1.00000002.snapshot", "2.00000002.snapshot"])
        // A file time in the future does not delay compaction.
        for name in try snapshots() {
            try FileManager.default.setAttributes(
                [.modificationDate: clock.now.addingTimeInterval(1e6)], ofItemAtPath: stage.directory.path("journals/" + name))
        }
        try await restart(after: 1)
        #expect(try snapshots() == ["1.00000003.snapshot", "2.00000003.snapshot"])
        #expect(try await stage.ledger().accounts.count == 3)
    }

    enum Loss: CaseIterable, Sendable {
        case lastBlock, lastBlockUnnoted, changed, segment
    }

    @Test(arguments: Loss.allCases)
    func `a snapshot does not hide missing data, and other slots are still compacted`(_ loss: Loss) async throws {
        let server = try await server()
        // Slots 2 and 3.
        let (again, third) = (try await stage.open(), try await stage.open())
        try await third.append(.account(stage.account(14)))
        await again.close()
        await third.close()
        try await server.readNews { _, _ in }
        try await server.recordHeads()
        let file = "journals/2.00000001.journal"
        var bytes = try stage.directory.bytes(file)
        let header = try #require(bytes.indices.last { bytes[$0...].starts(with: Array("WJ01".utf8)) })
        switch loss {
        case .lastBlock: try stage.directory.write(Array(bytes.prefix(header)), to: file)
        case .lastBlockUnnoted:
            // This process has read it.
            try stage.directory.write(Array(bytes.prefix(header)), to: file)
            for name in try stage.names() where name.hasSuffix(".tips") { try stage.directory.remove("journals/" + name) }
        case .changed:
            bytes[300] ^= 1
            try stage.directory.write(bytes, to: file)
        case .segment: try stage.directory.write(try stage.directory.bytes("journals/3.00000001.journal"), to: file)
        }
        let left = try stage.directory.bytes(file)
        for _ in 1...2 {
            let error = await #expect(throws: AccountStoreError.self) { try await server.maintain(all: true) }
            #expect([.journalIncomplete, .journalDamaged].contains(error?.code))
        }
        #expect(try stage.directory.bytes(file) == left)
        #expect(try !stage.names().contains("2.00000001.snapshot"))
        let snapshots = try stage.names().filter { $0.hasSuffix(".snapshot") }
        #expect(snapshots.map { $0.prefix(2) } == ["1.", "3."], "\(snapshots)")
        await server.close()
    }

    @Test func `a snapshot does not hide data missing from the own journal either`() async throws {
        let server = try await server()
        try await server.append(stage.attempt(1, 1))
        let file = "journals/1.00000001.journal"
        let whole = try stage.directory.bytes(file)
        let header = try #require(whole.indices.last { whole[$0...].starts(with: Array("WJ01".utf8)) })
        try stage.directory.write(Array(whole.prefix(header)), to: file)
        for _ in 1...2 {
            await #expect(throws: AccountStoreError(.journalIncomplete, "")) { try await server.maintain(all: true) }
            await #expect(throws: AccountStoreError(.journalIncomplete, "")) { try await server.requireWritable() }
        }
        #expect(try stage.names().filter { $0.hasPrefix("1.") && !$0.hasSuffix(".tips") } == ["1.00000001.journal"])
        await server.close()
        await #expect(throws: AccountStoreError(.journalIncomplete, "")) { try await stage.open() }
        try stage.directory.write(whole, to: file)
        #expect(try await stage.ledger().accounts[stage.walletID(1)]?.attempts.count == 1)
        let next = try await stage.open()
        try await next.maintain(all: true)
        await next.close()
        #expect(try stage.names().contains { $0.hasPrefix("1.") && $0.hasSuffix(".snapshot") })
    }

    @Test func `a torn block is dropped, and a deleted slot is detected through other processes' heads`()
        async throws
    {
        let server = try await server()
        try stage.directory.write(
            try stage.directory.bytes("journals/2.00000001.journal") + Array("WJ01".utf8), to: "journals/2.00000001.journal")
        try stage.directory.write([1, 2, 3], to: "journals/2.00000009.snapshot.new")
        try await server.maintain(all: true)
        #expect(try await stage.ledger().accounts[stage.walletID(11)]?.attempts.count == 3)
        #expect(try !stage.names().contains { $0.hasSuffix(".new") })
        await server.close()
        try stage.directory.remove("journals/2.tips")
        for name in ["journals/2.00000001.snapshot", "journals/2.00000002.journal"] {
            let whole = try stage.directory.bytes(name)
            try stage.directory.remove(name)
            await #expect(throws: AccountStoreError.self) { try await stage.open() }
            try stage.directory.write(whole, to: name)
        }
        for name in ["journals/2.00000001.snapshot", "journals/2.00000002.journal"] { try stage.directory.remove(name) }
        await #expect(throws: AccountStoreError(.journalIncomplete, "")) { try await stage.open() }
    }

    @Test func `concurrent compactions run one after the other, and new processes use other slots`() async throws {
        let server = try await server()
        let another = try await stage.open(unusedLimit: { Timestamp(milliseconds: 100) })
        try await another.append(.account(stage.account(3)))
        for round in 1...5 as ClosedRange<Int64> {
            try await withThrowingTaskGroup { group in
                for journals in [server, another] {
                    for _ in 1...2 { group.addTask { try await journals.maintain(all: true) } }
                    group.addTask { try await journals.readNews { _, _ in } }
                }
                group.addTask { [stage] in
                    let passing = try await stage.open()
                    try await passing.append(.account(stage.account(20 + UInt8(round))))
                    try await passing.append(stage.attempt(20 + UInt8(round), round))
                    await passing.close()
                }
                try await group.waitForAll()
            }
        }
        await another.close()
        await server.close()
        let ledger = try await stage.ledger()
        #expect(Set(ledger.accounts.keys) == Set(([1, 3, 11, 12] + Array(21...25)).map { stage.walletID($0) }))
        #expect(ledger.accounts[stage.walletID(11)]?.attempts.count == 3)
        for round in 1...5 as ClosedRange<UInt8> {
            #expect(ledger.accounts[stage.walletID(20 + round)]?.attempts.count == Int64(round))
        }
    }

    @Test func `a full disk loses no data, and the next try completes the compaction`() async throws {
        let disk = SharedDisk()
        let server = try await server(write: { file, bytes in
            guard disk.isFull else { return try file.write(contentsOf: bytes) }
            try file.write(contentsOf: bytes.prefix(bytes.count / 2))
            throw CocoaError(.fileWriteOutOfSpace)
        })
        let names = try stage.names()
        disk.fill(true)
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await server.maintain(all: true) }
        #expect(try stage.names().filter { !$0.hasSuffix(".tips") } == names.filter { !$0.hasSuffix(".tips") })
        disk.fill(false)
        try await server.maintain(all: true)
        #expect(try stage.names().contains("2.00000001.snapshot"))
        await server.close()
        #expect(try await stage.ledger().accounts[stage.walletID(11)]?.attempts.count == 3)
    }

    @Test func `an interrupted compaction changes no content, and the slot can be continued and compacted`() async throws {
        let copies = Copies(of: stage.place, to: stage.directory)
        let server = try await server(pass: { copies.take($0) })
        let placeholder = try await stage.open()
        let other = try await stage.open()
        await placeholder.close()
        try await other.append(.account(stage.account(12, end: deregistration)))
        await other.close()
        try await server.readNews { _, _ in }
        copies.begin()
        try await server.maintain(all: true)
        copies.end()
        await server.close()
        #expect(copies.names.count > 10, "\(copies.names)")
        for copy in copies.names {
            func judge(_ attempts: Int64) async throws {
                let ledger = try await stage.ledger(copy)
                #expect(ledger.accounts[stage.walletID(11)]?.attempts.count == attempts, "\(copy)")
                #expect(ledger.accounts[stage.walletID(12)]?.isDeregistered ?? ledger.gone.contains(stage.walletID(12)), "\(copy)")
                #expect(ledger.accounts[stage.walletID(1)] != nil, "\(copy)")
            }
            try await judge(3)
            let first = try await stage.open(copy, unusedLimit: { Timestamp(milliseconds: 100) })
            let second = try await stage.open(copy)
            #expect(second.ownWallets.contains(stage.walletID(11)), "\(copy)")
            try await second.append(stage.attempt(11, 4))
            await second.close()
            try await judge(4)
            try await first.maintain(all: true)
            await first.close()
            try await judge(4)
            #expect(try stage.names(copy).filter { !$0.hasSuffix(".tips") }.count == 6, "\(copy)")
            #expect(try text(ofSlot: 2, in: copy).contains("\"gone\""), "\(copy)")
            #expect(try text(ofSlot: 2, in: copy).components(separatedBy: "\"account\"").count == 2, "\(copy)")
        }
    }
}

private final class SharedDisk: Sendable {
    private let state = Mutex(false)
    var isFull: Bool { state.withLock { $0 } }
    func fill(_ isFull: Bool) { state.withLock { $0 = isFull } }
}

/// The directory's state at each point that is passed, as a kill would leave it.
private final class Copies: Sendable {
    private let source: String
    private let directory: TemporaryDirectory
    private let state = Mutex<(isTaking: Bool, names: [String])>((false, []))

    init(of source: String, to directory: TemporaryDirectory) {
        self.source = source
        self.directory = directory
    }

    var names: [String] { state.withLock { $0.names } }

    func begin() { state.withLock { $0.isTaking = true } }

    func end() { state.withLock { $0.isTaking = false } }

    func take(_ point: String) {
        state.withLock { state in
            guard state.isTaking else { return }
            let name = "copy \(state.names.count) \(point)"
            try? FileManager.default.copyItem(atPath: source, toPath: directory.path(name))
            state.names.append(name)
        }
    }
}
