// SPDX-License-Identifier: EUPL-1.2

import Crypto
public import PlatformSupport

/// Encryption keys in memory, in place of a phone's secure hardware.
public actor MemoryEncryptionKeys: EncryptionKeyBridge {
    private var keys: [String: SymmetricKey] = [:]

    public init() {}

    public func encrypt(_ plaintext: [UInt8], with identifier: String) throws(EncryptionKeyError) -> [UInt8] {
        let key = keys[identifier] ?? SymmetricKey(size: .bits256)
        keys[identifier] = key
        guard let sealed = try? AES.GCM.seal(plaintext, using: key).combined else { throw .failed }
        return Array(sealed)
    }

    public func decrypt(_ ciphertext: [UInt8], with identifier: String) throws(EncryptionKeyError) -> [UInt8] {
        guard let key = keys[identifier] else { throw .unknownKey }
        guard let box = try? AES.GCM.SealedBox(combined: ciphertext), let plaintext = try? AES.GCM.open(box, using: key) else {
            throw .notDecryptable
        }
        return Array(plaintext)
    }

    public func delete(_ identifier: String) { keys[identifier] = nil }

    public func deleteAll() { keys = [:] }
}
