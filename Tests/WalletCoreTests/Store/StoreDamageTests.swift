// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import PlatformSupport
import Testing

@testable import WalletCore

/// Every part of a store's file cut, overwritten or replaced: detected at the next start, and nothing of it is written over (F-D1, F-D2).
struct StoreDamageTests {
    private let phone: Phone

    init() throws {
        phone = try Phone()
    }

    /// A closed store with something in every table.
    private func filled() async throws -> Data {
        let store = try await phone.openStore()
        try store.change { changes throws(WalletCoreError) in
            try changes.set(.sequenceNumber, to: 7)
            try changes.set(.registration, to: .large)
            try changes.set(.pendingDeviceKey, to: PendingDeviceKey(identifier: "k", isSpent: true))
            try changes.set(.biometrics, to: BiometricPreference(publicKey: Data(repeating: 4, count: 65)))
            try changes.set(StoreKey<String>(.received, "note"), to: "x")
        }
        store.close()
        return try phone.storeBytes
    }

    /// The start is refused twice, and the file stays as it is.
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
        #expect(try await phone.openStore().value(.registration) == .large)
    }

    @Test func `cut after any 512 bytes it is refused, and put back it is whole`() async throws {
        let whole = try await filled()
        for length in stride(from: 0, to: whole.count, by: 512) { try await expectRefusal(of: whole.prefix(length), "\(length)") }
        try await expectWhole(whole)
    }

    @Test func `any page of zeros, ones, garbage or another page is refused`() async throws {
        let whole = try await filled()
        let size = 4096
        for page in 0..<whole.count / size {
            let range = page * size..<(page + 1) * size
            let other = (page + 1) % (whole.count / size) * size
            let pages = [Data(count: size), Data(repeating: 0xff, count: size), Data(systemRandomBytes(size)), whole[other..<other + size]]
            for (number, bytes) in pages.enumerated() where whole[range] != bytes {
                try await expectRefusal(of: whole.prefix(range.lowerBound) + bytes + whole.dropFirst(range.upperBound), "\(page) \(number)")
            }
        }
        try await expectWhole(whole)
    }

    /// Bytes that mean nothing (free space, change counters) may change; no such change may go further than that.
    @Test func `a change anywhere is refused or changes nothing that the wallet reads`() async throws {
        let whole = try await filled()
        var refused = 0
        for position in stride(from: 0, to: whole.count, by: 61) {
            var changed = whole
            changed[position] ^= 0x55
            try changed.write(to: URL(fileURLWithPath: phone.file))
            do {
                let store = try await phone.openStore()
                #expect(try store.value(.registration) == .large && store.value(.sequenceNumber) == 7, "\(position)")
                store.close()
            } catch let error as WalletCoreError {
                #expect([.storeDamaged, .storeTooNew].contains(error.code), "\(position): \(error)")
                #expect(try phone.storeBytes == changed)
                refused += 1
            }
            for suffix in ["-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: phone.file + suffix) }
        }
        #expect(refused > whole.count / 61 / 2)
    }

    @Test func `a log of garbage, of another store, or left over spoils nothing`() async throws {
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
        // A journal is no part of a store: nothing is undone with it.
        try whole.write(to: URL(fileURLWithPath: phone.file))
        try Data(repeating: 0xaa, count: 8192).write(to: URL(fileURLWithPath: phone.file + "-journal"))
        for _ in 0..<2 { await expect(.storeDamaged) { try await phone.openStore() } }
        #expect(try phone.storeBytes == whole)
        try FileManager.default.removeItem(atPath: phone.file + "-journal")
        try await expectWhole(whole)
    }

    @Test(arguments: ["", "-wal", "-shm", "-journal"])
    func `a link, a pipe, a directory and a second name in a file's place are refused`(suffix: String) async throws {
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

    @Test func `a file longer than any store is not read`() async throws {
        let whole = try await filled()
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: phone.file))
        try handle.truncate(atOffset: 1 << 40)
        try handle.close()
        await expect(.storeDamaged) { try await phone.openStore() }
        try await expectWhole(whole)
    }

    @Test func `a store does not grow beyond what is read`() async throws {
        let store = try await phone.openStore()
        let huge = String(repeating: "x", count: StoreFile.maximumSize)
        await expect(.storeFull) {
            try store.change { changes throws(WalletCoreError) in try changes.set(StoreKey<String>(.received, "huge"), to: huge) }
        }
        try store.change { changes throws(WalletCoreError) in try changes.set(.sequenceNumber, to: 1) }
        store.close()
        #expect(try await phone.openStore().value(.sequenceNumber) == 1)
    }

    @Test func `a crafted schema is refused before anything in it is run`() async throws {
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
