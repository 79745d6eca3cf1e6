// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import HSM
import ProviderProtocol
import Synchronization
import TestEnvironment
import Testing
import WalletProvider
import WitnessFiles

/// Journals that are cut off, altered, mixed up or not writable.
struct JournalTests {
    let directory: TemporaryDirectory
    let hsm: SoftwareHSM
    var place: String { directory.path("journals") }

    init() throws {
        directory = try TemporaryDirectory()
        hsm = try SoftwareHSM(keyFile: directory.path("keys"), secretFile: directory.path("secret"))
    }

    private func account(_ number: UInt8, attempts: Int64 = 0) -> WitnessRecord {
        .account(witnessed(number, attempts: attempts))
    }

    private func witnessed(_ number: UInt8, attempts: Int64 = 0) -> WitnessedAccount {
        WitnessedAccount(
            registration: .init(
                walletID: walletID(number), deviceKind: .android, deviceKey: [UInt8](repeating: number, count: 64),
                revocationCodeMark: [number], requestHash: [number], createdAt: Timestamp(milliseconds: 1)),
            end: nil, pin: AccountPIN(sealedKey: [1], sealedNewKey: [2], version: 3),
            recovery: PendingPINRecovery(sealedPINKey: [4], expiresAt: Timestamp(milliseconds: .max)), recoveryCodeMark: [5], isUsed: true,
            sequenceNumber: 6, assertionCounter: .max, attempts: .init(count: attempts, sequenceNumber: 6, waitUntil: nil))
    }

    private func walletID(_ number: UInt8) -> WalletID { WalletID { [UInt8](repeating: number, count: $0) } }

    private func attempt(_ number: UInt8, _ count: Int64) -> WitnessRecord {
        .attempt(walletID(number), counter: nil, .init(count: count, sequenceNumber: 6 + count, waitUntil: nil))
    }

    private func open(limit: Int = 64 << 20, write: @escaping BlockWrite = { try $0.write(contentsOf: $1) }) async throws -> WitnessJournals
    {
        try await WitnessJournals(directory: place, timeouts: .patient, hsm: hsm, segmentLimit: limit, write: write)
    }

    /// Writes a journal with a wallet and three attempts, each in its own block, as left by a process killed before it recorded its end.
    private func write() async throws {
        let journals = try await open()
        try await journals.append(account(1))
        for count in 1...3 { try await journals.append(attempt(1, Int64(count))) }
        await journals.close()
        try forgetHeads()
    }

    private func forgetHeads() throws { try directory.remove("journals/1.tips") }

    private func attempts() async throws -> Int64? {
        try await WitnessJournals.ledger(in: place, timeouts: .patient, hsm: hsm).accounts[walletID(1)]?.attempts.count
    }

    private var file: String { "journals/1.00000001.journal" }

    @Test func `all records are read back, also by a process without a slot`() async throws {
        try await write()
        #expect(try await attempts() == 3)
        let again = try await open()
        try await again.append(.solution(Timestamp(milliseconds: 17)))
        await again.close()
        let ledger = try await WitnessJournals.ledger(in: place, timeouts: .patient, hsm: hsm)
        #expect(ledger.solutionRevokedAt == Timestamp(milliseconds: 17))
        var expected = witnessed(1)
        expected.attempts = .init(count: 3, sequenceNumber: 9, waitUntil: nil)
        expected.sequenceNumber = 9
        expected.recovery = PendingPINRecovery(sealedPINKey: [4], expiresAt: Timestamp(milliseconds: 0x1F_FFFF_FFFF_FFFF))
        #expect(ledger.accounts[walletID(1)] == expected)
    }

    @Test func `a journal cut anywhere in its last block is read without that block and can be continued`() async throws {
        try await write()
        let whole = try directory.bytes(file)
        let start = try #require(whole.indices.last { whole[$0...].starts(with: Array("WJ01".utf8)) })
        var lengths: Set<Int64> = []
        for length in stride(from: whole.count - 1, to: start, by: -7) {
            try directory.write(Array(whole.prefix(length)), to: file)
            lengths.insert(try #require(try await attempts()))
            let journals = try await open()
            try await journals.append(attempt(1, 9))
            await journals.close()
            #expect(try await attempts() == 9)
            try forgetHeads()
        }
        #expect(lengths == [2])
        // A file system extended the file without filling it.
        try directory.write(whole + [UInt8](repeating: 0, count: 4096), to: file)
        #expect(try await attempts() == 3)
    }

    @Test func `a journal with a missing part in the middle is rejected`() async throws {
        try await write()
        let whole = try directory.bytes(file)
        for start in stride(from: 0, to: whole.count - 300, by: 41) {
            for length in [1, 24, 100] {
                var cut = whole
                cut.removeSubrange(start..<start + length)
                try directory.write(cut, to: file)
                await #expect(throws: AccountStoreError(.journalDamaged, "")) { try await attempts() }
                await #expect(throws: AccountStoreError(.journalDamaged, "")) { try await open() }
            }
        }
    }

    @Test func `any changed bit is rejected, except in the last block, which a crash can damage`() async throws {
        try await write()
        let whole = try directory.bytes(file)
        // A changed block is no torn write if the header of a later block follows, so only the last block can count as torn.
        let headers = whole.indices.filter { whole[$0...].starts(with: Array("WJ01".utf8)) }
        let last = try #require(headers.last)
        for index in whole.indices {
            var changed = whole
            changed[index] ^= 1 << (index % 8)
            try directory.write(changed, to: file)
            if index < last + 24 {
                await #expect(throws: AccountStoreError(.journalDamaged, ""), "byte \(index)") { try await attempts() }
            } else {
                #expect(try await attempts() == 2)
            }
        }
    }

    @Test func `reordered, repeated or misplaced blocks and files are rejected`() async throws {
        try await write()
        let whole = try directory.bytes(file)
        let headers = whole.indices.filter { whole[$0...].starts(with: Array("WJ01".utf8)) } + [whole.count]
        let blocks = zip(headers, headers.dropFirst()).map { Array(whole[$0..<$1]) }
        for order in [[0, 2, 1, 3, 4], [0, 1, 1, 2, 3, 4], [0, 1, 3, 4], [1, 2, 3, 4]] {
            try directory.write(order.flatMap { blocks.indices.contains($0) ? blocks[$0] : [] }, to: file)
            await #expect(throws: AccountStoreError(.journalDamaged, "")) { try await attempts() }
        }
        try directory.remove(file)
        for name in ["journals/2.00000001.journal", "journals/1.00000002.journal", "journals/1.00000001.snapshot"] {
            try directory.write(whole, to: name)
            await #expect(throws: AccountStoreError(.journalDamaged, "")) { try await attempts() }
            try directory.remove(name)
        }
    }

    @Test func `a different provider's journal is rejected`() async throws {
        try await write()
        let other = try SoftwareHSM(keyFile: directory.path("other"), secretFile: directory.path("other.secret"))
        await #expect(throws: AccountStoreError(.journalDamaged, "")) {
            try await WitnessJournals.ledger(in: place, timeouts: .patient, hsm: other)
        }
    }

    @Test func `empty files and files that are not journals are rejected`() async throws {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        for bytes in [[], [0], Array("{}".utf8), [UInt8](repeating: 0xFF, count: 10_000)] as [[UInt8]] {
            try directory.write(bytes, to: file)
            await #expect(throws: AccountStoreError(.journalDamaged, "")) { try await attempts() }
            await #expect(throws: AccountStoreError(.journalDamaged, "")) { try await open() }
        }
    }

    @Test func `long segments become snapshots, and an interruption never changes the content`() async throws {
        let journals = try await open(limit: 3000)
        for number in 1...40 as ClosedRange<UInt8> { try await journals.append(account(number)) }
        for count in 1...40 { try await journals.append(attempt(1, Int64(count))) }
        await journals.close()
        let names = directory.names.isEmpty ? [] : try FileManager.default.contentsOfDirectory(atPath: place)
        #expect(names.contains { $0.hasSuffix(".snapshot") })
        #expect(!names.contains("1.00000001.journal"))
        let ledger = try await WitnessJournals.ledger(in: place, timeouts: .patient, hsm: hsm)
        #expect(ledger.accounts.count == 40)
        #expect(try await attempts() == 40)
        // Remains of an interrupted removal.
        try directory.write([1, 2, 3], to: file)
        #expect(try await attempts() == 40)
        let again = try await open(limit: 3000)
        try await again.append(attempt(1, 41))
        await again.close()
        #expect(try await attempts() == 41)
        #expect(!FileManager.default.fileExists(atPath: directory.path(file)))
        // The snapshot is required.
        let snapshot = try #require(try FileManager.default.contentsOfDirectory(atPath: place).first { $0.hasSuffix(".snapshot") })
        var bytes = try directory.bytes("journals/" + snapshot)
        bytes.removeLast(56)
        try directory.write(bytes, to: "journals/" + snapshot)
        await #expect(throws: AccountStoreError(.journalDamaged, "")) { try await attempts() }
        try directory.remove("journals/" + snapshot)
        await #expect(throws: AccountStoreError(.journalDamaged, "")) { try await attempts() }
    }

    @Test func `a journal on a full disk is unavailable, keeps its content, and is written again once there is room`() async throws {
        let disk = SharedFlag()
        let journals = try await open { file, bytes in
            guard disk.isSet else { return try file.write(contentsOf: bytes) }
            try file.write(contentsOf: bytes.prefix(bytes.count / 2))
            throw CocoaError(.fileWriteOutOfSpace)
        }
        try await journals.append(account(1))
        disk.set(true)
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await journals.append(attempt(1, 1)) }
        // From then on no work starts.
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await journals.requireWritable() }
        disk.set(false)
        try await journals.requireWritable()
        try await journals.append(attempt(1, 2))
        await journals.close()
        #expect(try await attempts() == 2)
    }

    @Test func `concurrent records share blocks, and none is lost`() async throws {
        let journals = try await open()
        try await withThrowingTaskGroup { group in
            for number in 1...200 as ClosedRange<UInt8> {
                group.addTask { try await journals.append(account(number)) }
            }
            try await group.waitForAll()
        }
        await journals.close()
        #expect(try await WitnessJournals.ledger(in: place, timeouts: .patient, hsm: hsm).accounts.count == 200)
    }

    @Test func `each process takes its own slot and releases it`() async throws {
        let first = try await open()
        try await first.append(account(1))
        let second = try await open()
        try await second.append(account(2))
        #expect(throws: AccountStoreError(.unavailable, "")) { try WitnessJournals.setAside(in: place, name: "old") }
        await second.close()
        let third = try await open()
        try await third.append(account(3))
        await third.close()
        await first.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: place).filter { $0.hasSuffix(".journal") }.sorted()
        #expect(names == ["1.00000001.journal", "2.00000001.journal"])
        #expect(try await WitnessJournals.ledger(in: place, timeouts: .patient, hsm: hsm).accounts.count == 3)
        #expect(try WitnessJournals.setAside(in: place, name: "old") == place + "/old")
        #expect(try !WitnessJournals.exist(in: place))
    }
}

private final class SharedFlag: Sendable {
    private let value = Mutex(false)

    var isSet: Bool { value.withLock { $0 } }

    func set(_ isSet: Bool) { value.withLock { $0 = isSet } }
}
