// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import PlatformSupport
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

struct StoreEraseTests {
    private let phone: Phone

    init() throws {
        phone = try Phone()
    }

    private func filled() async throws -> SealedStore {
        let store = try await phone.openStore()
        try store.change { changes throws(WalletCoreError) in
            try changes.set(.registration, to: .sample)
            try changes.set(.sequenceNumber, to: 3)
        }
        try CoreFile("policy", in: phone.directory).replace(with: Data("canary-policy".utf8))
        return store
    }

    private func expectNothing(on phone: Phone, at location: SourceLocation = #_sourceLocation) throws {
        #expect(try phone.contents().isEmpty, sourceLocation: location)
        #expect(phone.encryptionKeys.keys.withLock { $0.isEmpty }, sourceLocation: location)
    }

    @Test func `after an erasure nothing is left, and the next start is a first start`() async throws {
        let store = try await filled()
        try await store.erase(phone.encryptionKeys)
        try expectNothing(on: phone)
        await expect(.unexpected) { try store.value(.sequenceNumber) }
        #expect(!FileManager.default.fileExists(atPath: phone.file))
        let next = try await phone.openStore()
        #expect(try next.value(.registration) == nil && next.value(.sequenceNumber) == nil)
    }

    @Test func `an erasure can be repeated, even if there is nothing to erase`() async throws {
        for _ in 0..<3 { try await SealedStore.erase(in: phone.directory, encryptionKey: phone.encryptionKeys) }
        try expectNothing(on: phone)
        try await filled().close()
        for _ in 0..<3 { try await SealedStore.erase(in: phone.directory, encryptionKey: phone.encryptionKeys) }
        try expectNothing(on: phone)
    }

    @Test func `an erasure keeps files that are not the core's`() async throws {
        try await filled().close()
        try Data("x".utf8).write(to: URL(fileURLWithPath: phone.directory + "/photo.jpg"))
        try await SealedStore.erase(in: phone.directory, encryptionKey: phone.encryptionKeys)
        #expect(try phone.contents().keys.sorted() == ["photo.jpg"])
    }

    @Test func `a damaged store, a store without its key, and anything in a store's place is erased`() async throws {
        for damage in 0..<3 {
            let phone = try Phone(fixture: "version-1-android")
            switch damage {
            case 0: try Data("garbage".utf8).write(to: URL(fileURLWithPath: phone.file))
            case 1: await phone.encryptionKeys.delete(SealedStore.encryptionKeyIdentifier)
            default:
                try FileManager.default.removeItem(atPath: phone.file)
                try FileManager.default.createSymbolicLink(atPath: phone.file, withDestinationPath: "/etc/hostname")
            }
            await expect(damage == 1 ? .storeOfOtherPhone : .storeDamaged) { try await phone.openStore() }
            try await SealedStore.erase(in: phone.directory, encryptionKey: phone.encryptionKeys)
            try expectNothing(on: phone)
            _ = try await phone.openStore()
        }
    }

    /// Hardware that lets the test inspect the state at each call.
    private struct WatchedKeys: EncryptionKeyBridge {
        let keys: FakeEncryptionKeys
        let before: @Sendable () -> Void

        func encrypt(_ plaintext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
            before()
            return try await keys.encrypt(plaintext, with: identifier)
        }

        func decrypt(_ ciphertext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
            before()
            return try await keys.decrypt(ciphertext, with: identifier)
        }

        func delete(_ identifier: String) async {
            before()
            await keys.delete(identifier)
        }

        func deleteAll() async {
            before()
            await keys.deleteAll()
        }
    }

    @Test func `after a kill at any point the store is complete, or the next start finishes the erasure`() async throws {
        let store = try await filled()
        store.close()
        let copies = Mutex<[Phone]>([])
        let keys = WatchedKeys(keys: phone.encryptionKeys) { [phone] in
            if let copy = try? phone.copied() { copies.withLock { $0.append(copy) } }
        }
        try await SealedStore.erase(in: phone.directory, encryptionKey: keys)
        var killed = copies.withLock { $0 }
        // After the last call of the hardware the key is gone, and files are removed one by one: any subset may be left.
        let last = try #require(killed.last)
        for left in try subsets(of: last.contents().keys.filter { $0 != "wallet.erasing" }) {
            let copy = try last.copied()
            for name in left { try FileManager.default.removeItem(atPath: copy.directory + "/" + name) }
            killed.append(copy)
        }
        var whole = 0
        for phone in killed {
            let isMarked = try phone.contents().keys.contains("wallet.erasing")
            let store = try await phone.openStore()
            if isMarked {
                #expect(try store.value(.registration) == nil)
                #expect(try Set(phone.contents().keys).isSubset(of: ["", "-wal", "-shm"].map { StoreFile.name + $0 }))
            } else {
                #expect(try store.value(.registration) == .sample)
                whole += 1
            }
        }
        #expect(whole > 0 && whole < killed.count)
    }

    private func subsets(of names: [String]) -> [[String]] {
        names.reduce(into: [[]]) { sets, name in sets += sets.map { $0 + [name] } }
    }

    @Test func `hardware that keeps the key or fails is reported, and the erasure can be repeated`() async throws {
        try await filled().close()
        let before = try phone.contents()
        phone.encryptionKeys.isBroken.withLock { $0 = true }
        await expect(.hardwareFailed) { try await SealedStore.erase(in: phone.directory, encryptionKey: phone.encryptionKeys) }
        #expect(try phone.contents() == before)
        phone.encryptionKeys.isBroken.withLock { $0 = false }
        struct Stubborn: EncryptionKeyBridge {
            let keys: FakeEncryptionKeys
            func encrypt(_ plaintext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
                try await keys.encrypt(plaintext, with: identifier)
            }
            func decrypt(_ ciphertext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
                try await keys.decrypt(ciphertext, with: identifier)
            }
            func delete(_ identifier: String) async {}
            func deleteAll() async {}
        }
        let stubborn = Stubborn(keys: phone.encryptionKeys)
        await expect(.hardwareFailed) { try await SealedStore.erase(in: phone.directory, encryptionKey: stubborn) }
        #expect(FileManager.default.fileExists(atPath: phone.file))
        let store = try await phone.openStore()
        #expect(try store.value(.registration) == nil)
    }

    @Test func `a marker that this wallet did not write erases nothing`() async throws {
        try await filled().close()
        let other = try Phone()
        _ = try await other.openStore()
        let foreign = try await other.encryptionKeys.encrypt(Array("wallet-erase".utf8), with: SealedStore.encryptionKeyIdentifier)
        let wrapped = try StoreFile(in: phone.directory).read { try Data.fetchOne($0, sql: "SELECT wrapped_key FROM vault") }
        for mark in [Data(), Data("wallet-erase".utf8), Data(foreign), Data(count: 5000), try #require(wrapped)] {
            try mark.write(to: URL(fileURLWithPath: phone.directory + "/wallet.erasing"))
            let store = try await phone.openStore()
            #expect(try store.value(.registration) == .sample)
            store.close()
        }
        try? FileManager.default.removeItem(atPath: phone.directory + "/wallet.erasing")
        try FileManager.default.createDirectory(atPath: phone.directory + "/wallet.erasing", withIntermediateDirectories: false)
        let store = try await phone.openStore()
        #expect(try store.value(.registration) == .sample)
    }

    @Test func `the marker of an earlier erasure erases no later wallet`() async throws {
        try await filled().close()
        let mark = try await phone.encryptionKeys.encrypt(Array("wallet-erase".utf8), with: SealedStore.encryptionKeyIdentifier)
        try await SealedStore.erase(in: phone.directory, encryptionKey: phone.encryptionKeys)
        try await filled().close()
        try Data(mark).write(to: URL(fileURLWithPath: phone.directory + "/wallet.erasing"))
        let store = try await phone.openStore()
        #expect(try store.value(.registration) == .sample)
        #expect(!FileManager.default.fileExists(atPath: phone.directory + "/wallet.erasing"))
    }
}
