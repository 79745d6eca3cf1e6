// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import PlatformSupport
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// A phone that has had a store treats an empty or missing store as damage, not as a first start: no wallet is replaced silently (F-D1, F-D2).
struct StoreMemoryTests {
    private let phone: Phone

    init() throws {
        phone = try Phone()
    }

    private func fill(_ phone: Phone) async throws {
        let store = try await phone.openStore()
        try store.change { changes throws(WalletCoreError) in try changes.set(.registration, to: .sample) }
        store.close()
    }

    private func remembers(_ phone: Phone) -> Bool {
        phone.encryptionKeys.keys.withLock { $0[SealedStore.memoryIdentifier] != nil }
    }

    /// A way in which a wallet's store loses its contents.
    enum Emptying: CaseIterable {
        case begun, deletedRows, missing, zeroLength, unused, unfinished

        func act(on phone: Phone) async throws {
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: phone.file + suffix) }
            switch self {
            case .begun:
                try FileManager.default.removeItem(atPath: phone.file)
                try FileManager.default.copyItem(atPath: Phone.fixture("version-4-begun"), toPath: phone.file)
            case .deletedRows:
                let database = try DatabaseQueue(path: phone.file)
                try await database.writeWithoutTransaction { database in
                    for table in StoreTable.allCases.map(\.rawValue) + ["vault"] { try database.execute(sql: "DELETE FROM \(table)") }
                }
                try database.close()
            case .missing: try FileManager.default.removeItem(atPath: phone.file)
            case .zeroLength: try Data().write(to: URL(fileURLWithPath: phone.file))
            case .unused:
                try FileManager.default.removeItem(atPath: phone.file)
                let database = try DatabaseQueue(path: phone.file)
                try await database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 1; PRAGMA user_version = 0") }
                try database.close()
            case .unfinished:
                try Data(count: 4096).write(to: URL(fileURLWithPath: phone.file))
                try Data(repeating: 7, count: 600).write(to: URL(fileURLWithPath: phone.file + "-journal"))
            }
        }
    }

    @Test(arguments: Emptying.allCases, [true, false])
    func `an empty or missing store is refused and not written to, with and without the store's key`(
        emptying: Emptying, hasKey: Bool
    ) async throws {
        try await fill(phone)
        try await emptying.act(on: phone)
        if !hasKey { await phone.encryptionKeys.delete(SealedStore.encryptionKeyIdentifier) }
        let before = try phone.contents()
        for _ in 0..<2 { await expect(.storeDamaged) { try await phone.openStore() } }
        for name in [StoreFile.name, StoreFile.name + "-journal"] { #expect(try phone.contents()[name] == before[name], "\(name)") }
        // The user can still erase it (UC9.4), and start again.
        try await SealedStore.erase(in: phone.directory, encryptionKey: phone.encryptionKeys)
        #expect(try phone.contents().isEmpty && phone.encryptionKeys.keys.withLock { $0.isEmpty })
        try await fill(phone)
    }

    @Test func `a registered wallet whose store was emptied is not a new wallet, and can be wiped`() async throws {
        try await phone.registered().store().close()
        try await Emptying.deletedRows.act(on: phone)
        let next = try await phone.process()
        for _ in 0..<2 { await expect(.storeDamaged) { try await next.initialize() } }
        try await next.wipe()
        try await next.initialize()
        #expect(try await !next.hasRemotePIN())
    }

    @Test(arguments: ["version-1-android", "version-2-android", "version-3-empty", "version-4-cards"])
    func `a wallet from before stores were recorded in the hardware is recorded when it is opened`(fixture: String) async throws {
        let phone = try Phone(fixture: fixture)
        #expect(!remembers(phone))
        try await phone.openStore().close()
        #expect(remembers(phone))
        try await Emptying.deletedRows.act(on: phone)
        await expect(.storeDamaged) { try await phone.openStore() }
    }

    @Test func `a store that cannot be opened is not recorded in the hardware`() async throws {
        let phone = try Phone(fixture: "version-1-android")
        try Data("garbage".utf8).write(to: URL(fileURLWithPath: phone.file))
        await expect(.storeDamaged) { try await phone.openStore() }
        #expect(!remembers(phone))
    }

    // MARK: Kills and faults

    /// Hardware that is inspected before and after each call, or fails at one.
    private final class TrappedKeys: EncryptionKeyBridge {
        let keys: FakeEncryptionKeys
        let reach: @Sendable (Int) -> Bool
        private let count = Mutex(0)

        init(_ keys: FakeEncryptionKeys, reach: @escaping @Sendable (Int) -> Bool) {
            (self.keys, self.reach) = (keys, reach)
        }

        /// Returns false when the call fails.
        private func pass() -> Bool {
            let number = count.withLock { count in
                count += 1
                return count
            }
            return reach(number)
        }

        func encrypt(_ plaintext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
            guard pass() else { throw .failed }
            let sealed = try await keys.encrypt(plaintext, with: identifier)
            guard pass() else { throw .failed }
            return sealed
        }

        func decrypt(_ ciphertext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
            guard pass() else { throw .failed }
            return try await keys.decrypt(ciphertext, with: identifier)
        }

        func delete(_ identifier: String) async {
            if pass() { await keys.delete(identifier) }
        }

        func deleteAll() async {
            if pass() { await keys.deleteAll() }
        }
    }

    @Test func `after a kill at any call of the hardware, the next start completes the first start`() async throws {
        let killed = Mutex<[Phone]>([])
        let keys = TrappedKeys(phone.encryptionKeys) { [phone] _ in
            if let copy = try? phone.copied() { killed.withLock { $0.append(copy) } }
            return true
        }
        try await SealedStore.open(in: phone.directory, encryptionKey: keys, randomBytes: systemRandomBytes).close()
        let phones = killed.withLock { $0 }
        #expect(phones.count > 4 && remembers(phone) && phones.contains { !remembers($0) } && phones.contains { remembers($0) })
        for phone in phones {
            try await fill(phone)
            #expect(remembers(phone))
            #expect(try await phone.openStore().value(.registration) == .sample)
        }
    }

    @Test func `hardware that fails at any call of a start is reported, and the start can be repeated`()
        async throws
    {
        for isFirst in [true, false] {
            for number in 1..<20 {
                let phone = isFirst ? try Phone() : try Phone(fixture: "version-4-cards")
                let reached = Mutex(0)
                let keys = TrappedKeys(phone.encryptionKeys) { call in
                    reached.withLock { $0 = call }
                    return call != number
                }
                do {
                    try await SealedStore.open(in: phone.directory, encryptionKey: keys, randomBytes: systemRandomBytes).close()
                    // An existing store opens nevertheless; the next start records it in the hardware.
                    #expect(remembers(phone) || !isFirst)
                } catch {
                    #expect(error.code == .hardwareFailed, "\(number): \(error)")
                }
                try await phone.openStore().close()
                #expect(remembers(phone))
                if reached.withLock({ $0 }) < number { break }
                try #require(number < 19)
            }
        }
    }

    /// Hardware without space for the record.
    private struct FullKeys: EncryptionKeyBridge {
        let keys: FakeEncryptionKeys

        func encrypt(_ plaintext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
            guard identifier != SealedStore.memoryIdentifier else { throw .failed }
            return try await keys.encrypt(plaintext, with: identifier)
        }

        func decrypt(_ ciphertext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
            try await keys.decrypt(ciphertext, with: identifier)
        }

        func delete(_ identifier: String) async { await keys.delete(identifier) }

        func deleteAll() async { await keys.deleteAll() }
    }

    @Test func `if the hardware has no room for the record, no new store is created, but a store with data opens`() async throws {
        let full = FullKeys(keys: phone.encryptionKeys)
        let directory = phone.directory
        for _ in 0..<3 {
            await expect(.hardwareFailed) {
                try await SealedStore.open(in: directory, encryptionKey: full, randomBytes: systemRandomBytes).close()
            }
        }
        try await fill(phone)
        await phone.encryptionKeys.delete(SealedStore.memoryIdentifier)
        let store = try await SealedStore.open(in: directory, encryptionKey: full, randomBytes: systemRandomBytes)
        #expect(try store.value(.registration) == .sample)
        store.close()
        #expect(!remembers(phone))
    }

    @Test func `hardware that keeps the record is reported, and the next start completes the erasure`() async throws {
        try await fill(phone)
        phone.encryptionKeys.keeps.withLock { $0 = [SealedStore.memoryIdentifier] }
        await expect(.hardwareFailed) { try await SealedStore.erase(in: phone.directory, encryptionKey: phone.encryptionKeys) }
        #expect(try phone.contents().keys.sorted() == ["wallet.erasing"])
        await expect(.hardwareFailed) { try await phone.openStore() }
        phone.encryptionKeys.keeps.withLock { $0 = [] }
        #expect(try await phone.openStore().value(.registration) == nil)
    }
}
