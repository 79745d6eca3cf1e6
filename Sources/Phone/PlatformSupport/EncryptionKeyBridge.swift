// SPDX-License-Identifier: EUPL-1.2

/// A key in secure hardware that encrypts and decrypts small values and never leaves the hardware.
///
/// Promises, each with one check in `WalletPlatformTesting`:
/// - KEY-01: The first encryption makes the key, and decryption returns the plaintext.
/// - KEY-02: An existing key is used again and never replaced.
/// - KEY-03: An empty plaintext can be encrypted and decrypted.
/// - KEY-04: A plaintext of 1 KiB can be encrypted.
/// - KEY-05: Two encryptions of the same plaintext differ.
/// - KEY-06: A ciphertext does not contain the plaintext.
/// - KEY-07: Decryption with a missing key fails with `unknownKey` and makes no key.
/// - KEY-08: Decryption of an empty ciphertext with an existing key fails with `notDecryptable`.
/// - KEY-09: Decryption of an empty ciphertext with a missing key fails with `unknownKey`.
/// - KEY-10: Decryption of a ciphertext with any byte changed fails with `notDecryptable`.
/// - KEY-11: Decryption of a shortened or extended ciphertext fails with `notDecryptable`.
/// - KEY-12: Decryption of another key's ciphertext fails with `notDecryptable`.
/// - KEY-13: A deleted key no longer exists.
/// - KEY-14: Deleting a key twice, or a key that never existed, has no effect.
/// - KEY-15: A key made under the name of a deleted key is a different key.
/// - KEY-16: Names that differ only in case are two keys.
/// - KEY-17: Concurrent first encryptions with a name use the same key.
/// - KEY-18: Before the phone is first unlocked, every call fails with `notAvailableYet`, and no key is lost.
/// - KEY-19: Before the phone is first unlocked, a missing key also fails with `notAvailableYet`, never with `unknownKey`.
/// - KEY-20: Deleting all keys deletes every key of the app.
/// - KEY-21: A key survives the end of the process.
/// - KEY-22: A deleted key stays deleted in the next process.
///
/// The core leaves a call that does not return within 30 seconds, and cancels it. See ``PlatformBridges``.
public protocol EncryptionKeyBridge: Sendable {
    /// Encrypts with the named key; makes the key on first use.
    ///
    /// - Parameters:
    ///   - plaintext: at most 1 KiB.
    ///   - identifier: the app's name for the key.
    /// - Throws: `EncryptionKeyError`.
    func encrypt(_ plaintext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8]

    /// Decrypts the output of `encrypt`.
    ///
    /// - Throws: `EncryptionKeyError`: `unknownKey`, `notDecryptable`, `notAvailableYet`, or `failed`.
    func decrypt(_ ciphertext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8]

    /// Removes a key; values it encrypted are lost. Removing an unknown key does nothing.
    func delete(_ identifier: String) async

    /// Removes all encryption keys of this app in any order, including those of an earlier installation, whose names are lost.
    func deleteAll() async
}

/// An error in the use of an encryption key.
@nonexhaustive public enum EncryptionKeyError: String, Error, Sendable, Hashable, Codable {
    /// The hardware does not have this key.
    case unknownKey
    /// The phone does not give access to its keys before its user unlocks it. The key may well exist; the same call succeeds later.
    case notAvailableYet
    /// The key exists and did not encrypt these bytes: they are empty, changed or from another key.
    case notDecryptable
    /// The platform did not answer in time. The core says so when a call exceeds its limit, which is part of the bridge's documentation; a
    /// bridge with a limit of its own may say so, too. The key may well exist.
    case notAnswering
    /// The platform's key store failed.
    case failed
}
