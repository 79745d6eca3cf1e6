// SPDX-License-Identifier: EUPL-1.2

/// A key in secure hardware that encrypts and decrypts small values and never leaves.
package protocol EncryptionKeyBridge: Sendable {
    /// Encrypts with the named key; makes the key at its first use.
    ///
    /// - Parameters:
    ///   - plaintext: at most 1 KiB.
    ///   - identifier: the app's name for the key.
    /// - Throws: `EncryptionKeyError`.
    func encrypt(_ plaintext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8]

    /// Decrypts what `encrypt` made.
    ///
    /// - Throws: `EncryptionKeyError.unknownKey` when the hardware does not hold the key, `notDecryptable` when the bytes were not
    ///   made with it.
    func decrypt(_ ciphertext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8]

    /// Removes a key; what it encrypted is lost for good. Removing an unknown key does nothing.
    func delete(_ identifier: String) async

    /// Removes all encryption keys of this app, in any order: also keys of an earlier installation, whose names nobody knows any more.
    func deleteAll() async
}

/// Why the encryption key cannot be used.
package enum EncryptionKeyError: Error, Sendable, Hashable {
    /// The hardware does not hold this key.
    case unknownKey
    /// The bytes were not made with this key.
    case notDecryptable
    /// The platform's store failed.
    case failed
}
