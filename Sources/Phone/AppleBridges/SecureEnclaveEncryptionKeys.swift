// SPDX-License-Identifier: EUPL-1.2

#if canImport(Security)

import Foundation
import PlatformSupport
import Security

/// Encryption keys of an iPhone: P-256 keys in the Secure Enclave, with ECIES (cofactor Diffie-Hellman, X9.63 with SHA-256, AES-GCM).
///
/// An actor, so that two first uses of a name make one key.
actor SecureEnclaveEncryptionKeys: EncryptionKeyBridge {
    private static let algorithm = SecKeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
    /// Precedes each plaintext, so that an empty value is encrypted as any other.
    private static let version: UInt8 = 1

    private let keys: SecureEnclaveKeys
    private let probe: KeychainItems

    /// - Parameter accessGroup: the keychain group of the app and its extensions; nil for the app alone.
    init(accessGroup: String? = nil) {
        keys = SecureEnclaveKeys(label: "wallet.encryption-key", accessGroup: accessGroup)
        probe = KeychainItems(service: "wallet.probe", accessGroup: accessGroup)
    }

    func encrypt(_ plaintext: [UInt8], with identifier: String) throws(EncryptionKeyError) -> [UInt8] {
        let key = if let existing = try found(identifier) { existing } else { try made(identifier) }
        guard let ciphertext = Self.ciphertext(of: plaintext, by: key) else { throw .failed }
        return ciphertext
    }

    func decrypt(_ ciphertext: [UInt8], with identifier: String) throws(EncryptionKeyError) -> [UInt8] {
        guard let key = try found(identifier) else { throw .unknownKey }
        // Only asks for the key's existence.
        guard !ciphertext.isEmpty else { throw .notDecryptable }
        if let plaintext = Self.plaintext(of: ciphertext, by: key) { return plaintext }
        // Apple documents no causes. The bytes are to blame if the key works for a value of its own and refuses them again.
        guard let other = Self.ciphertext(of: [], by: key), Self.plaintext(of: other, by: key) != nil else { throw .failed }
        guard let plaintext = Self.plaintext(of: ciphertext, by: key) else { throw .notDecryptable }
        return plaintext
    }

    func delete(_ identifier: String) {
        keys.delete(identifier)
    }

    func deleteAll() {
        keys.deleteAll()
    }

    /// Returns a key; nil if it is missing.
    private func found(_ identifier: String) throws(EncryptionKeyError) -> SecKey? {
        // Until the phone is first unlocked, the keychain reports a missing key as missing, and a failing call names no cause.
        guard probe.isAccessible else { throw .notAvailableYet }
        switch keys.find(identifier) {
        case .found(let key): return key
        case .missing: return nil
        case .notAvailableYet: throw .notAvailableYet
        case .failed: throw .failed
        }
    }

    private func made(_ identifier: String) throws(EncryptionKeyError) -> SecKey {
        guard let key = keys.make(identifier, flags: []) else { throw .failed }
        return key
    }

    private static func ciphertext(of plaintext: [UInt8], by key: SecKey) -> [UInt8]? {
        guard let publicKey = SecKeyCopyPublicKey(key),
            let ciphertext = SecKeyCreateEncryptedData(publicKey, algorithm, Data([version] + plaintext) as CFData, nil)
        else { return nil }
        return Array(ciphertext as Data)
    }

    private static func plaintext(of ciphertext: [UInt8], by key: SecKey) -> [UInt8]? {
        guard let plaintext = SecKeyCreateDecryptedData(key, algorithm, Data(ciphertext) as CFData, nil),
            (plaintext as Data).first == version
        else { return nil }
        return Array((plaintext as Data).dropFirst())
    }
}

#endif
