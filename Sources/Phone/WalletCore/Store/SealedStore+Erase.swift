// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletInterface

/// Erasing on the phone (UC9.4): the key in the hardware goes first, so that everything is unreadable whatever happens next.
///
/// The hardware's memory that there was a store goes after all files.
///
/// A mark says that erasing was begun; it is there before anything else happens and goes last, and a start that finds it goes on. The mark is
/// sealed by the key that it is about: one that this phone did not make, or that an earlier wallet left, erases nothing as long as there is a
/// key.
///
/// - SeeAlso: threat T-L6.
extension SealedStore {
    private static let markContent = Array("wallet-erase".utf8)
    private static let maximumMarkSize = 4096

    private static func mark(in directory: String) -> CoreFile { CoreFile("erasing", in: directory) }

    /// Closes the store and erases it. The store cannot be used any more, whether this succeeds or not.
    ///
    /// - Throws: as `erase(in:encryptionKey:)` does.
    func erase(_ encryptionKey: any EncryptionKeyBridge) async throws(WalletCoreError) {
        close()
        try await Self.erase(in: file.directory, encryptionKey: encryptionKey, checkpoints: checkpoints)
    }

    /// Erases what lies in the app's directory, whether it is whole, damaged or gone; nothing has it open. Can be repeated.
    ///
    /// - Throws: `storeFull` when the disk refuses, `unexpected` when the hardware fails. When erasing had begun by then, the next start or
    ///   the next call goes on with it; else nothing has changed.
    static func erase(
        in directory: String, encryptionKey: any EncryptionKeyBridge, checkpoints: any CheckpointObserver = NoCheckpointObserver()
    ) async throws(WalletCoreError) {
        var content = markContent
        // Where there is no key, none is made for the mark.
        if try await keyExists(encryptionKey) {
            do throws(EncryptionKeyError) {
                content = try await encryptionKey.encrypt(markContent, with: encryptionKeyIdentifier)
            } catch {
                throw WalletCoreError(.unexpected, "the phone's hardware failed")
            }
        }
        try checkpoints.reach(Checkpoint(.file, "erasing", .before))
        try mark(in: directory).replace(with: content)
        try checkpoints.reach(Checkpoint(.file, "erasing", .after))
        try await removeEverything(in: directory, encryptionKey, checkpoints)
    }

    /// Goes on with erasing that was begun. Does nothing when none was.
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
            // What is no plain file of that size is no mark of ours.
            guard error.code == .storeDamaged else { throw error }
            return
        }
        guard try await isOurs(content, encryptionKey) else { return try removeMark(in: directory, checkpoints) }
        try await removeEverything(in: directory, encryptionKey, checkpoints)
    }

    /// Whether a mark was made by the key that is in the hardware now. Without a key nothing can be read any more, and any mark is true.
    private static func isOurs(_ content: [UInt8], _ encryptionKey: any EncryptionKeyBridge) async throws(WalletCoreError) -> Bool {
        do throws(EncryptionKeyError) {
            return try await encryptionKey.decrypt(content, with: encryptionKeyIdentifier) == markContent
        } catch {
            switch error {
            case .unknownKey: return true
            case .notDecryptable: return false
            case .failed: throw WalletCoreError(.unexpected, "the phone's hardware failed")
            }
        }
    }

    private static func removeEverything(
        in directory: String, _ encryptionKey: any EncryptionKeyBridge, _ checkpoints: any CheckpointObserver
    ) async throws(WalletCoreError) {
        await encryptionKey.delete(encryptionKeyIdentifier)
        guard try await !keyExists(encryptionKey) else {
            throw WalletCoreError(.unexpected, "the phone's hardware still holds the store's key")
        }
        let mark = mark(in: directory)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
            throw WalletCoreError(.storeFull, "the directory of the store cannot be read")
        }
        // In one order on every phone, so that its points have one, too.
        for name in names.sorted() where name.hasPrefix(CoreFile.prefix) && !mark.hasName(name) {
            let removed = "-" + name.dropFirst(CoreFile.prefix.count)
            try checkpoints.reach(Checkpoint(.file, removed, .before))
            try CoreFile.remove(directory + "/" + name)
            try checkpoints.reach(Checkpoint(.file, removed, .after))
        }
        // The mark stays until it is certain that nothing else comes back, and that the hardware lets another store be begun.
        try CoreFile.synchronize(directory)
        await encryptionKey.delete(memoryIdentifier)
        guard try await !keyExists(encryptionKey, memoryIdentifier) else {
            throw WalletCoreError(.unexpected, "the phone's hardware still remembers the store")
        }
        try removeMark(in: directory, checkpoints)
    }

    private static func removeMark(in directory: String, _ checkpoints: any CheckpointObserver) throws(WalletCoreError) {
        try checkpoints.reach(Checkpoint(.file, "-erasing", .before))
        try mark(in: directory).remove()
        try checkpoints.reach(Checkpoint(.file, "-erasing", .after))
    }
}
