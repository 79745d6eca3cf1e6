// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import PlatformSupport
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// A copy of another phone's files is told apart from a damaged store: nothing is damaged, and the copy opens nowhere else.
@Suite(.timeLimit(.minutes(20)))
struct OtherPhoneTests {
    private let original: Phone
    private let other: Phone

    init() async throws {
        (original, other) = (try Phone(), try Phone())
        try await original.registered().store().close()
    }

    /// Replaces the other phone's files by copies of the original's. No key leaves its hardware.
    private func restoreCopy() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: other.directory) {
            try FileManager.default.removeItem(atPath: other.directory + "/" + name)
        }
        for (name, bytes) in try original.contents() { try bytes.write(to: URL(fileURLWithPath: other.directory + "/" + name)) }
    }

    private func wrappedKey() throws -> Data {
        let stored = try StoreFile(in: original.directory).read { try Data.fetchOne($0, sql: "SELECT wrapped_key FROM vault") }
        return try #require(stored)
    }

    private func put(_ wrappedKey: Data) async throws {
        let database = try DatabaseQueue(path: original.file)
        try await database.writeWithoutTransaction { try $0.execute(sql: "UPDATE vault SET wrapped_key = ?", arguments: [wrappedKey]) }
        try database.close()
    }

    @Test(arguments: [false, true])
    func `a copy on another phone is named as such and deleted there, and the wallet on its own phone keeps working`(
        hadWallet: Bool
    ) async throws {
        if hadWallet { try await other.registered().store().close() }
        try restoreCopy()
        let core = try await other.process()
        for _ in 0..<2 { await expect(.storeOfOtherPhone) { try await core.initialize() } }
        #expect(try other.storeBytes == original.storeBytes)
        try await core.wipe()
        try await core.initialize()
        #expect(try await !core.hasRemotePIN())
        #expect(other.attestedKeys.state.withLock { $0.keys.isEmpty })
        try await core.register(pin: Phone.otherPIN())
        #expect(try await original.launch().unlock(pin: Phone.pin()) == .valid)
    }

    @Test func `a copy is not judged before the other phone is unlocked, nor by hardware that fails`() async throws {
        try restoreCopy()
        let core = try await other.process()
        other.encryptionKeys.isWaiting.withLock { $0 = true }
        await expect(.notAvailableYet) { try await core.initialize() }
        other.encryptionKeys.isWaiting.withLock { $0 = false }
        other.encryptionKeys.isBroken.withLock { $0 = true }
        await expect(.hardwareFailed) { try await core.initialize() }
        other.encryptionKeys.isBroken.withLock { $0 = false }
        await expect(.storeOfOtherPhone) { try await core.initialize() }
    }

    @Test func `a wrapped key with any changed byte is damaged on its own phone, and whole it opens`() async throws {
        let stored = try wrappedKey()
        for index in stored.indices {
            var changed = stored
            changed[index] ^= 1
            try await put(changed)
            await expect(.storeDamaged) { try await original.openStore() }
        }
        try await put(stored)
        try await original.openStore().close()
    }

    /// Hardware that takes everything for bytes of another key, as some does when it fails.
    private struct FailingKeys: EncryptionKeyBridge {
        let keys: FakeEncryptionKeys

        func encrypt(_ plaintext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
            try await keys.encrypt(plaintext, with: identifier)
        }

        func decrypt(_ ciphertext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
            throw .notDecryptable
        }

        func delete(_ identifier: String) async {}
        func deleteAll() async {}
    }

    @Test func `hardware that decrypts nothing for now does not make the owner's wallet another phone's`() async throws {
        await expect(.hardwareFailed) {
            try await SealedStore.open(
                in: original.directory, encryptionKey: FailingKeys(keys: original.encryptionKeys), randomBytes: systemRandomBytes)
        }
        try await original.openStore().close()
    }

    @Test func `a truncated copy is damaged on the other phone too`() async throws {
        try restoreCopy()
        try other.storeBytes.prefix(4096).write(to: URL(fileURLWithPath: other.file))
        await expect(.storeDamaged) { try await other.launch() }
    }

    @Test func `a phone that has lost only its store's key has a damaged store, not another phone's`() async throws {
        await original.encryptionKeys.delete(SealedStore.encryptionKeyIdentifier)
        await expect(.storeDamaged) { try await original.launch() }
    }

    @Test func `a store without a digest opens, and its copy counts as damaged only where there was a wallet`() async throws {
        try await put(Data(try wrappedKey().dropLast(32)))
        try await original.openStore().close()
        try restoreCopy()
        await expect(.storeOfOtherPhone) { try await other.openStore() }
        _ = try await other.encryptionKeys.encrypt([], with: SealedStore.encryptionKeyIdentifier)
        await expect(.storeDamaged) { try await other.openStore() }
    }
}
