// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation

/// The key files of a software HSM: a file with the keys sealed by AES-256-GCM, and a file with the 32 secret bytes that open them.
///
/// Format: the six ASCII bytes `WPKEYS`, one version byte (1 or 2), nonce (12 bytes), ciphertext and tag (16 bytes). The first seven bytes
/// are the associated data; the plaintext is a `KeySetDocument`. Version 1 is only read. Both files are readable only by their owner.
struct SealedKeyFile: Sendable {
    let path: String
    let secretPath: String

    private static let magic = Array("WPKEYS".utf8)
    private static let version: UInt8 = 2
    private static let secretLength = 32

    /// Loads the keys, or creates and stores new keys if neither file exists. Creates a key for each purpose without a key.
    func loadOrCreate(at now: Date) throws(HSMError) -> KeySet {
        switch (PrivateFile.exists(path), PrivateFile.exists(secretPath)) {
        case (true, true):
            let keys = try load()
            var complete = keys
            return complete.addMissing(at: now).isEmpty ? keys : try update { keys in _ = keys.addMissing(at: now) }
        case (false, false): return try create(at: now)
        case (true, false):
            throw HSMError(.incomplete, "\(path) is there, but its secret \(secretPath) is missing; put it back, nothing was changed")
        case (false, true):
            throw HSMError(
                .incomplete, "the secret \(secretPath) is there, but the keys \(path) are missing; put them back, nothing was changed")
        }
    }

    /// Loads the keys from the files.
    func load() throws(HSMError) -> KeySet {
        let secret = try secret()
        let file = try PrivateFile.read(path)
        let head = Self.magic.count + 1
        guard file.count > head, Array(file.prefix(Self.magic.count)) == Self.magic else {
            throw HSMError(.damaged, "\(path) is not a file of keys; put the right one back, nothing was changed")
        }
        let version = file[Self.magic.count]
        guard version <= Self.version else {
            throw HSMError(.newerVersion, "\(path) was written by a newer version of this program, which is needed to open it")
        }
        do {
            let box = try AES.GCM.SealedBox(combined: Array(file.dropFirst(head)))
            let json = try AES.GCM.open(box, using: secret, authenticating: Array(file.prefix(head)))
            return try KeySet(decoding: json, version: version)
        } catch let error as HSMError {
            throw error
        } catch {
            throw HSMError(
                .damaged, "\(path) is damaged or does not belong to the secret \(secretPath); put both back, nothing was changed")
        }
    }

    /// Changes the keys in the file under an exclusive lock.
    ///
    /// - Returns: the keys after the change.
    /// - Throws: also the error of `change`; after an error the file is unchanged.
    func update(_ change: (inout KeySet) throws(HSMError) -> Void) throws(HSMError) -> KeySet {
        // The secret file is never replaced, so all processes lock the same file.
        try PrivateFile.withLock(on: secretPath) { () throws(HSMError) in
            var keys = try load()
            try change(&keys)
            try PrivateFile.replace(path, seal(keys, under: secret()))
            return keys
        }
    }

    private func create(at now: Date) throws(HSMError) -> KeySet {
        var keys = KeySet()
        _ = keys.addMissing(at: now)
        let secret = SymmetricKey(size: .bits256)
        let sealed = try seal(keys, under: secret)
        // Write the secret first. If the second write fails, a secret without keys is harmless, but keys without their secret would be
        // lost.
        try PrivateFile.create(secretPath, unsafe secret.withUnsafeBytes { unsafe Array($0) })
        try PrivateFile.create(path, sealed)
        return keys
    }

    private func secret() throws(HSMError) -> SymmetricKey {
        let secret = try PrivateFile.read(secretPath)
        guard secret.count == Self.secretLength else {
            throw HSMError(.damaged, "\(secretPath) does not have 32 bytes; put the right one back, nothing was changed")
        }
        return SymmetricKey(data: secret)
    }

    private func seal(_ keys: KeySet, under secret: SymmetricKey) throws(HSMError) -> [UInt8] {
        let head = Self.magic + [Self.version]
        do {
            let box = try AES.GCM.seal(keys.encode(), using: secret, authenticating: head)
            guard let combined = box.combined else { throw HSMError(.file, "the library made an unusual nonce") }
            return head + combined
        } catch {
            throw HSMError(.file, "the keys could not be sealed")
        }
    }
}
