// SPDX-License-Identifier: EUPL-1.2

/// A key in secure hardware that encrypts and decrypts small values and never leaves the hardware.
package protocol EncryptionKeyBridge: Sendable {
    /// Encrypts with the named key; makes the key on first use.
    ///
    /// - Parameters:
    ///   - plaintext: at most 1 KiB.
    ///   - identifier: the app's name for the key.
    /// - Throws: `EncryptionKeyError`.
    func encrypt(_ plaintext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8]

    /// Decrypts the output of `encrypt`.
    ///
    /// - Throws: `EncryptionKeyError.unknownKey` when the hardware does not hold the key, `notDecryptable` when another key encrypted the bytes.
    func decrypt(_ ciphertext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8]

    /// Removes a key; values it encrypted are lost. Removing an unknown key does nothing.
    func delete(_ identifier: String) async

    /// Removes all encryption keys of this app in any order, including those of an earlier installation, whose names are lost.
    func deleteAll() async
}

/// An error in the use of an encryption key.
package enum EncryptionKeyError: Error, Sendable, Hashable {
    /// The hardware does not hold this key.
    case unknownKey
    /// Another key encrypted the bytes.
    case notDecryptable
    /// The platform's key store failed.
    case failed
}
