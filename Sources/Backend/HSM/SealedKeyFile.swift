// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation

/// The keys of a software HSM on disk: one file with the keys under AES-256-GCM, another one with the 32 bytes that open it.
///
/// The file of keys, version 1: the six ASCII bytes `WPKEYS`, one byte with the version, then nonce (12), ciphertext and tag (16). The first
/// seven bytes are the associated data. Both files are readable by their owner only.
struct SealedKeyFile {
    let path: String
    let secretPath: String

    private static let magic = Array("WPKEYS".utf8)
    private static let version: UInt8 = 1
    private static let secretLength = 32

    /// The keys of the files, or new ones, written first, when neither file is there.
    func loadOrCreate() throws(HSMError) -> KeySet {
        switch (PrivateFile.exists(path), PrivateFile.exists(secretPath)) {
        case (true, true): return try load()
        case (false, false): return try create()
        case (true, false):
            throw HSMError(.incomplete, "\(path) is there, but its secret \(secretPath) is missing; put it back, nothing was changed")
        case (false, true):
            throw HSMError(
                .incomplete, "the secret \(secretPath) is there, but the keys \(path) are missing; put them back, nothing was changed")
        }
    }

    private func load() throws(HSMError) -> KeySet {
        let secret = try PrivateFile.read(secretPath)
        guard secret.count == Self.secretLength else { throw HSMError(.damaged, "\(secretPath) does not have 32 bytes") }
        let file = try PrivateFile.read(path)
        let head = Self.magic.count + 1
        guard file.count > head, Array(file.prefix(Self.magic.count)) == Self.magic else {
            throw HSMError(.damaged, "\(path) is not a file of keys")
        }
        guard file[Self.magic.count] <= Self.version else {
            throw HSMError(.newerVersion, "\(path) was written by a newer version of this program")
        }
        do {
            let box = try AES.GCM.SealedBox(combined: Array(file.dropFirst(head)))
            let json = try AES.GCM.open(box, using: SymmetricKey(data: secret), authenticating: Array(file.prefix(head)))
            return try KeySet(decoding: json)
        } catch let error as HSMError {
            throw error
        } catch {
            throw HSMError(.damaged, "\(path) is damaged or does not belong to the secret \(secretPath)")
        }
    }

    private func create() throws(HSMError) -> KeySet {
        let keys = KeySet.random()
        let secret = SymmetricKey(size: .bits256)
        let head = Self.magic + [Self.version]
        let sealed: [UInt8]
        do {
            let box = try AES.GCM.seal(keys.encode(), using: secret, authenticating: head)
            sealed = head + (box.combined ?? Data())
        } catch {
            throw HSMError(.file, "the keys could not be sealed")
        }
        // The secret first: keys that nothing opens would be worse than a secret that opens nothing.
        try PrivateFile.create(secretPath, unsafe secret.withUnsafeBytes { unsafe Array($0) })
        try PrivateFile.create(path, sealed)
        return keys
    }
}
