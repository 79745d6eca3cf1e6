// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import PlatformSupport
import Testing
import WalletInterface

@testable import WalletCore

/// Every part of a store's file truncated, overwritten or replaced: the next start detects it, and overwrites nothing (F-D1, F-D2).
struct StoreDamageTests {
    private let phone: Phone

    init() throws {
        phone = try Phone()
    }

    /// Creates a closed store with values in every table.
    private func filled(copies: Int = 3) async throws -> Data {
        let store = try await phone.openStore()
        try store.change { changes throws(WalletCoreError) in
            try changes.set(.sequenceNumber, to: 7)
            try changes.set(.registration, to: .large)
            try changes.set(.pendingDeviceKey, to: PendingDeviceKey(identifier: "k", isSpent: true))
            try changes.set(.biometrics, to: BiometricPreference(publicKey: Data(repeating: 4, count: 65)))
            try changes.set(StoreKey<String>(.received, "note"), to: "x")
            try changes.set(.cardEntry(CardID("c0")), to: CardStoreTests.entry("c0"))
            try changes.set(.eventCount, to: 2)
            try changes.set(.card(CardID("c0")), to: CardStoreTests.card("name"))
            for number in 0..<copies { try changes.set(.copy("c0.sd.\(number)"), to: Self.copy(number)) }
            for number in 1...2 as ClosedRange<Int64> { try changes.set(.event(number), to: Self.event) }
        }
        store.close()
        return try phone.storeBytes
    }

    private static func copy(_ number: Int) -> StoredCopy {
        StoredCopy(credential: String(repeating: "credential \(number) ", count: 300), keyID: "key \(number)")
    }

    private static let event = CardStoreTests.entry("c0").event(.issued, at: CardStoreTests.entry("c0").issuedAt)

    /// Reads everything back: values in small tables are as written; a row of a large table is as written or counted as unreadable.
    ///
    /// - Returns: the number of unreadable rows in large tables.
    private func missed(in store: SealedStore, copies: Int = 3, _ what: String) throws -> Int {
        #expect(try store.value(.sequenceNumber) == 7 && store.value(.registration) == .large, "\(what)")
        #expect(try store.value(.pendingDeviceKey) == PendingDeviceKey(identifier: "k", isSpent: true), "\(what)")
        #expect(try store.value(.biometrics) == BiometricPreference(publicKey: Data(repeating: 4, count: 65)), "\(what)")
        #expect(try store.value(StoreKey<String>(.received, "note")) == "x", "\(what)")
        #expect(try store.cardEntries() == [CardStoreTests.entry("c0")] && store.value(.eventCount) == 2, "\(what)")
        var missed = try isMissed(.card(CardID("c0")), CardStoreTests.card("name"), in: store, what)
        for number in 0..<copies { missed += try isMissed(.copy("c0.sd.\(number)"), Self.copy(number), in: store, what) }
        for number in 1...2 as ClosedRange<Int64> { missed += try isMissed(.event(number), Self.event, in: store, what) }
        return missed
    }

    /// Opens a changed store.
    ///
    /// - Returns: the number of unreadable rows in large tables; nil when opening is refused, as it was.
    private func rowsMissed(opening changed: Data, copies: Int = 3, _ what: String) async throws -> Int? {
        defer { for suffix in ["-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: phone.file + suffix) } }
        try changed.write(to: URL(fileURLWithPath: phone.file))
        do {
            let store = try await phone.openStore()
            defer { store.close() }
            return try missed(in: store, copies: copies, what)
        } catch let error as WalletCoreError {
            #expect([.storeDamaged, .storeTooNew].contains(error.code), "\(what): \(error)")
            #expect(try phone.storeBytes == changed, "\(what): was changed")
            return nil
        }
    }

    /// Returns 1 for an unreadable row, 0 for a row as written.
    private func isMissed<Value: Equatable>(
        _ key: StoreKey<Value>, _ written: Value, in store: SealedStore, _ what: String
    ) throws -> Int {
        guard try store.opens(key) else { return 1 }
        #expect(try store.value(key) == written, "\(what): \(key.name)")
        return 0
    }

    /// Expects that the start is refused twice, and that the file stays as it is.
    private func expectRefusal(of bytes: Data, _ what: String, at location: SourceLocation = #_sourceLocation) async throws {
        try bytes.write(to: URL(fileURLWithPath: phone.file))
        for _ in 0..<2 {
            do {
                _ = try await phone.openStore()
                Issue.record("\(what): was opened", sourceLocation: location)
            } catch let error as WalletCoreError {
                #expect(error.code == .storeDamaged, "\(what): \(error)", sourceLocation: location)
            }
        }
        #expect(try phone.storeBytes == bytes, "\(what): was changed", sourceLocation: location)
        for suffix in ["-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: phone.file + suffix) }
    }

    private func expectWhole(_ bytes: Data) async throws {
        try bytes.write(to: URL(fileURLWithPath: phone.file))
        let store = try await phone.openStore()
        #expect(try missed(in: store, "whole") == 0)
        store.close()
    }

    @Test func `a store truncated at any 512 bytes is refused, and a restored store is complete`() async throws {
        let whole = try await filled()
        for length in stride(from: 0, to: whole.count, by: 512) { try await expectRefusal(of: whole.prefix(length), "\(length)") }
        try await expectWhole(whole)
    }

    /// Only a long value knows its continuation pages: if they are damaged, that value is unreadable and everything else is intact.
    @Test func `a store with any page overwritten is refused, or the damaged rows are reported`() async throws {
        let whole = try await filled()
        let size = 4096
        for page in 0..<whole.count / size {
            let range = page * size..<(page + 1) * size
            let other = (page + 1) % (whole.count / size) * size
            let pages = [Data(count: size), Data(repeating: 0xff, count: size), Data(systemRandomBytes(size)), whole[other..<other + size]]
            for (number, bytes) in pages.enumerated() where whole[range] != bytes {
                let changed = whole.prefix(range.lowerBound) + bytes + whole.dropFirst(range.upperBound)
                let missed = try await rowsMissed(opening: changed, "\(page) \(number)")
                #expect(missed != 0, "\(page) \(number)")
            }
        }
        try await expectWhole(whole)
    }

    /// Bytes without meaning (free space, change counters) may change, without any effect.
    @Test func `a change of any byte is refused or has no effect on what the wallet reads`() async throws {
        let whole = try await filled()
        var (refused, rows) = (0, 0)
        for position in stride(from: 0, to: whole.count, by: 61) {
            var changed = whole
            changed[position] ^= 0x55
            if let missed = try await rowsMissed(opening: changed, "\(position)") { rows += missed } else { refused += 1 }
        }
        // Almost all bytes outside free space are refused at the start or unreadable in a row.
        #expect(refused > whole.count / 61 / 2 && rows > 0)
    }

    @Test func `in a large store a damaged page is refused, or the damaged rows are reported`() async throws {
        let (size, copies) = (4096, 450)
        let whole = try await filled(copies: copies)
        try #require(whole.count > StoreFile.thoroughSize)
        var (refused, rows) = (0, 0)
        for page in Array(0..<24) + stride(from: 24, to: whole.count / size, by: 37) {
            let range = page * size..<(page + 1) * size
            let other = (page + 1) % (whole.count / size) * size
            for bytes in [Data(count: size), Data(systemRandomBytes(size)), whole[other..<other + size]] {
                let changed = whole.prefix(range.lowerBound) + bytes + whole.dropFirst(range.upperBound)
                if let missed = try await rowsMissed(opening: changed, copies: copies, "\(page)") { rows += missed } else { refused += 1 }
            }
        }
        #expect(refused > 0 && rows > 0)
        for length in [whole.count - size, whole.count / 2 / size * size, size, 0] {
            try await expectRefusal(of: whole.prefix(length), "\(length)")
        }
        try whole.write(to: URL(fileURLWithPath: phone.file))
        let store = try await phone.openStore()
        #expect(try missed(in: store, copies: copies, "whole") == 0)
    }

    @Test func `a log of garbage or of a different store damages nothing`() async throws {
        let whole = try await filled()
        let other = try Phone()
        let otherStore = try await other.openStore()
        let logs = [
            Data(systemRandomBytes(1)), Data(systemRandomBytes(32)), Data(systemRandomBytes(20_000)), Data(count: 20_000),
            [0x37, 0x7f, 0x06, 0x82] + Data(systemRandomBytes(20_000)), try Data(contentsOf: URL(fileURLWithPath: other.file)),
        ]
        otherStore.close()
        for log in logs {
            for suffix in ["-wal", "-shm"] {
                try whole.write(to: URL(fileURLWithPath: phone.file))
                try log.write(to: URL(fileURLWithPath: phone.file + suffix))
                let store = try await phone.openStore()
                #expect(try store.value(.registration) == .large)
                store.close()
            }
        }
        // A journal is not part of a store: it undoes nothing.
        try whole.write(to: URL(fileURLWithPath: phone.file))
        try Data(repeating: 0xaa, count: 8192).write(to: URL(fileURLWithPath: phone.file + "-journal"))
        for _ in 0..<2 { await expect(.storeDamaged) { try await phone.openStore() } }
        #expect(try phone.storeBytes == whole)
        try FileManager.default.removeItem(atPath: phone.file + "-journal")
        try await expectWhole(whole)
    }

    @Test(arguments: ["", "-wal", "-shm", "-journal"])
    func `a link, a pipe, a directory and a hard link in place of a file are refused`(suffix: String) async throws {
        let whole = try await filled()
        let (path, target) = (phone.file + suffix, phone.directory + "/target")
        let content = suffix.isEmpty ? whole : Data(count: 100)
        let plant: [(String) throws -> Void] = [
            { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: target) },
            { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "/nowhere/at/all") },
            { #expect(unsafe mkfifo($0, 0o600) == 0) },
            { try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false) },
            { try FileManager.default.linkItem(atPath: target, toPath: $0) },
        ]
        try content.write(to: URL(fileURLWithPath: target))
        for plant in plant {
            try? FileManager.default.removeItem(atPath: path)
            try plant(path)
            for _ in 0..<2 { await expect(.storeDamaged) { try await phone.openStore() } }
            #expect(FileManager.default.contents(atPath: target) == content)
        }
        #expect(suffix.isEmpty || FileManager.default.contents(atPath: phone.file) == whole)
    }

    @Test func `a file longer than the maximum size of a store is not read`() async throws {
        let whole = try await filled()
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: phone.file))
        try handle.truncate(atOffset: 1 << 40)
        try handle.close()
        await expect(.storeDamaged) { try await phone.openStore() }
        try await expectWhole(whole)
    }

    @Test func `a store does not grow beyond the maximum size`() async throws {
        let store = try await phone.openStore()
        let huge = String(repeating: "x", count: StoreFile.maximumSize)
        await expect(.storeFull) {
            try store.change { changes throws(WalletCoreError) in try changes.set(StoreKey<String>(.received, "huge"), to: huge) }
        }
        try store.change { changes throws(WalletCoreError) in try changes.set(.sequenceNumber, to: 1) }
        store.close()
        #expect(try await phone.openStore().value(.sequenceNumber) == 1)
    }

    @Test func `a crafted schema is refused before any of it is executed`() async throws {
        let crafted = [
            "CREATE VIEW pages AS SELECT load_extension('/tmp/x')",
            "CREATE TRIGGER t AFTER INSERT ON account BEGIN SELECT writefile('/tmp/x', 'y'); END",
            "CREATE INDEX i ON account (hex(name))",
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE vault (id, wrapped_key, sentinel)' WHERE name = 'vault'",
            "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema SELECT * FROM sqlite_schema WHERE name = 'vault'",
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 2",
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 3 WHERE name = 'account'",
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = NULL",
        ]
        let whole = try await filled()
        for sql in crafted {
            try whole.write(to: URL(fileURLWithPath: phone.file))
            let database = try DatabaseQueue(path: phone.file)
            try? await database.writeWithoutTransaction { try $0.execute(sql: sql) }
            try? database.close()
            let changed = try phone.storeBytes
            guard changed != whole else {
                Issue.record("not crafted: \(sql)")
                continue
            }
            try await expectRefusal(of: changed, sql)
        }
        try await expectWhole(whole)
    }
}
