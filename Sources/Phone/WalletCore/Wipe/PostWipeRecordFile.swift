// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletInterface

/// The file of the post-wipe record while there is no store: from before the deletion of the old key until the new store contains the
/// record.
///
/// The file is sealed with its own key, which the hardware wraps. The record cannot be forged, and becomes unreadable when the key is
/// deleted.
struct PostWipeRecordFile: Sendable {
    /// The app's name for the key that wraps the file's key.
    static let encryptionKeyIdentifier = "wallet.remains"
    private static let maximumSize = 1024 * 1024

    private struct Content: Codable {
        let wrappedKey: Data
        let sealed: Data
    }

    let bridges: PlatformBridges
    let randomBytes: @Sendable (Int) -> [UInt8]
    let checkpoints: any CheckpointObserver

    private var file: CoreFile { CoreFile("remains", in: bridges.utilities.storageDirectory, outlivesErasing: true) }
    private var key: any EncryptionKeyBridge { bridges.encryptionKey }

    /// Reads the record; nil if it is missing or foreign.
    ///
    /// - Throws: `hardwareFailed`, also when the file cannot be read; `notAvailableYet`.
    func read() async throws(WalletCoreError) -> PostWipeRecord? {
        let bytes: [UInt8]
        do throws(WalletCoreError) {
            guard let found = try file.read(atMost: Self.maximumSize) else { return nil }
            bytes = found
        } catch {
            guard error.code == .storeDamaged else { throw error }
            return nil
        }
        guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)) else { return nil }
        var dataKey: [UInt8]
        do throws(EncryptionKeyError) {
            dataKey = try await key.decrypt(Array(content.wrappedKey), with: Self.encryptionKeyIdentifier)
        } catch {
            switch error {
            case .unknownKey, .notDecryptable: return nil
            case .notAvailableYet, .notAnswering, .failed: throw error.withReason(.hardwareFailed, "the phone's hardware failed")
            }
        }
        defer { dataKey.overwrite() }
        guard dataKey.count == ValueSeal.keyLength,
            let plaintext = try? ValueSeal(dataKey: dataKey).open(content.sealed, table: "remains", name: "remains")
        else {
            // The caller removes a foreign file. A record that only the hardware hides (KEY-01) must not be lost.
            try await SealedStore.requireWorkingKey(key, Self.encryptionKeyIdentifier)
            return nil
        }
        return try? JSONDecoder().decode(PostWipeRecord.self, from: plaintext)
    }

    /// Writes the record. The record is on disk when this returns.
    ///
    /// - Throws: `storeFull` or `hardwareFailed`; an earlier record then stays. Without an earlier one an empty file may be
    ///   left, for `remove`.
    func write(_ record: PostWipeRecord) async throws(WalletCoreError) {
        var dataKey = randomBytes(ValueSeal.keyLength)
        defer { dataKey.overwrite() }
        guard let plaintext = try? JSONEncoder().encode(record) else {
            throw WalletCoreError(.unexpected, "the post-wipe record cannot be encoded")
        }
        let sealed = try ValueSeal(dataKey: dataKey).seal(plaintext, table: "remains", name: "remains")
        // The file is created before the key and removed after the key. This order costs a write per wipe, but saves a call of the hardware
        // at every start.
        if !file.isInPlace {
            try checkpoints.reach(Checkpoint(.file, "remains-begun", .before))
            try file.replace(with: [])
            try checkpoints.reach(Checkpoint(.file, "remains-begun", .after))
        }
        let wrappedKey = try await SealedStore.wrap(dataKey, with: Self.encryptionKeyIdentifier, key)
        guard let bytes = try? JSONEncoder().encode(Content(wrappedKey: Data(wrappedKey), sealed: sealed)) else {
            throw WalletCoreError(.unexpected, "the post-wipe record cannot be encoded")
        }
        try checkpoints.reach(Checkpoint(.file, "remains", .before))
        try file.replace(with: bytes)
        try checkpoints.reach(Checkpoint(.file, "remains", .after))
    }

    /// Removes first the key, then the file. Idempotent. If the hardware keeps the key, the file stays too, so that the next start repeats
    /// both; otherwise the key would be forgotten.
    ///
    /// - Throws: `storeFull`.
    func remove() async throws(WalletCoreError) {
        guard file.exists else { return }
        try checkpoints.reach(Checkpoint(.file, "-remains", .before))
        await key.delete(Self.encryptionKeyIdentifier)
        do throws(EncryptionKeyError) {
            _ = try await key.decrypt([], with: Self.encryptionKeyIdentifier)
            return
        } catch {
            guard error == .unknownKey else { return }
        }
        try file.remove()
        try checkpoints.reach(Checkpoint(.file, "-remains", .after))
    }
}
