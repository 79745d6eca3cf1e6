// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletInterface

/// Erasing the store (UC9.4). The key in the hardware is deleted first, so that the data is unreadable whatever happens next. The
/// hardware's record of the store is deleted after all files.
///
/// A mark file records that erasing was begun. The mark is written before any other step and removed last; a start that finds the mark
/// continues the erasure. The mark is encrypted by the key to be deleted. A mark from another phone or an earlier wallet erases nothing as
/// long as there is a key.
///
/// - SeeAlso: threats-and-faults.md, T-L6.
extension SealedStore {
    private static let markContent = Array("wallet-erase".utf8)
    private static let maximumMarkSize = 4096

    private static func mark(in directory: String) -> CoreFile { CoreFile("erasing", in: directory) }

    /// Closes the store and erases it. The store is unusable afterwards, whether this succeeds or not.
    ///
    /// - Throws: as `erase(in:encryptionKey:)` does.
    func erase(_ encryptionKey: any EncryptionKeyBridge) async throws(WalletCoreError) {
        close()
        try await Self.erase(in: file.directory, encryptionKey: encryptionKey, checkpoints: checkpoints)
    }

    /// Erases the store in the app's directory, whether it is intact, damaged or missing. The store must not be open. Idempotent.
    ///
    /// - Throws: `storeFull` when the disk refuses, `hardwareFailed`, `notAvailableYet`. If erasing had begun, the next start or
    ///   call continues it; otherwise nothing has changed.
    static func erase(
        in directory: String, encryptionKey: any EncryptionKeyBridge, checkpoints: any CheckpointObserver = NoCheckpointObserver()
    ) async throws(WalletCoreError) {
        var content = markContent
        // If the key does not exist, none is created just for the mark.
        if try await keyExists(encryptionKey) {
            do throws(EncryptionKeyError) {
                content = try await encryptionKey.encrypt(markContent, with: encryptionKeyIdentifier)
            } catch {
                throw error.withReason(.hardwareFailed, "the phone's hardware failed")
            }
            // The next start would not read a longer mark, and would not continue the erasure.
            guard content.count <= maximumMarkSize else {
                throw WalletCoreError(.hardwareFailed, "the phone's hardware does not encrypt as it promises")
            }
        }
        try checkpoints.reach(Checkpoint(.file, "erasing", .before))
        try mark(in: directory).replace(with: content)
        try checkpoints.reach(Checkpoint(.file, "erasing", .after))
        try await removeEverything(in: directory, encryptionKey, checkpoints)
    }

    /// Continues an erasure in progress, if any.
    ///
    /// - Throws: as `erase(in:encryptionKey:)` does.
    static func finishErasing(
        in directory: String, encryptionKey: any EncryptionKeyBridge, checkpoints: any CheckpointObserver
    ) async throws(WalletCoreError) {
        let content: [UInt8]
        do throws(WalletCoreError) {
            guard let found = try mark(in: directory).read(atMost: maximumMarkSize) else { return }
            content = found
        } catch {
            // A mark is a plain file of limited size; anything else is not a mark.
            guard error.code == .storeDamaged else { throw error }
            return
        }
        guard try await isOurs(content, encryptionKey) else { return try removeMark(in: directory, checkpoints) }
        try await removeEverything(in: directory, encryptionKey, checkpoints)
    }

    /// Returns true if the present key encrypted the mark. Without a key nothing is readable any more, and any mark is accepted.
    private static func isOurs(_ content: [UInt8], _ encryptionKey: any EncryptionKeyBridge) async throws(WalletCoreError) -> Bool {
        do throws(EncryptionKeyError) {
            return try await encryptionKey.decrypt(content, with: encryptionKeyIdentifier) == markContent
        } catch {
            switch error {
            case .unknownKey: return true
            case .notDecryptable: return false
            case .notAvailableYet: throw .waitingForPhone
            case .notAnswering: throw .notAnswering
            case .failed: throw .failingHardware
            }
        }
    }

    private static func removeEverything(
        in directory: String, _ encryptionKey: any EncryptionKeyBridge, _ checkpoints: any CheckpointObserver
    ) async throws(WalletCoreError) {
        await encryptionKey.delete(encryptionKeyIdentifier)
        guard try await !keyExists(encryptionKey) else {
            throw WalletCoreError(.hardwareFailed, "the phone's hardware still holds the store's key")
        }
        let mark = mark(in: directory)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
            throw WalletCoreError(.storeFull, "the directory of the store cannot be read")
        }
        // Sorted, so that the checkpoints have the same order on every phone.
        for name in names.sorted() where name.hasPrefix(CoreFile.prefix) && !mark.hasName(name) {
            let removed = "-" + name.dropFirst(CoreFile.prefix.count)
            try checkpoints.reach(Checkpoint(.file, removed, .before))
            try CoreFile.remove(directory + "/" + name)
            try checkpoints.reach(Checkpoint(.file, removed, .after))
        }
        // The mark stays until nothing else can return and the hardware permits a new store.
        try CoreFile.synchronize(directory)
        await encryptionKey.delete(memoryIdentifier)
        guard try await !keyExists(encryptionKey, memoryIdentifier) else {
            throw WalletCoreError(.hardwareFailed, "the phone's hardware still remembers the store")
        }
        try removeMark(in: directory, checkpoints)
    }

    private static func removeMark(in directory: String, _ checkpoints: any CheckpointObserver) throws(WalletCoreError) {
        try checkpoints.reach(Checkpoint(.file, "-erasing", .before))
        try mark(in: directory).remove()
        try checkpoints.reach(Checkpoint(.file, "-erasing", .after))
    }
}
