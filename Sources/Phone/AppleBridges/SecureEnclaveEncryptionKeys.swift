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

    /// - Parameter accessGroup: the keychain group of the app and its extensions; nil for the app alone.
    init(accessGroup: String? = nil) {
        keys = SecureEnclaveKeys(label: "wallet.encryption-key", accessGroup: accessGroup)
    }

    func encrypt(_ plaintext: [UInt8], with identifier: String) throws(EncryptionKeyError) -> [UInt8] {
        let key =
            switch keys.find(identifier) {
            case .found(let key): key
            case .missing: try made(identifier)
            case .notAvailableYet: throw .notAvailableYet
            case .failed: throw .failed
            }
        guard let publicKey = SecKeyCopyPublicKey(key),
            let ciphertext = SecKeyCreateEncryptedData(
                publicKey, Self.algorithm, Data([Self.version] + plaintext) as CFData, nil)
        else { throw .failed }
        return Array(ciphertext as Data)
    }

    func decrypt(_ ciphertext: [UInt8], with identifier: String) throws(EncryptionKeyError) -> [UInt8] {
        switch keys.find(identifier) {
        case .found(let key):
            guard let plaintext = SecKeyCreateDecryptedData(key, Self.algorithm, Data(ciphertext) as CFData, nil),
                (plaintext as Data).first == Self.version
            else { throw .notDecryptable }
            return Array((plaintext as Data).dropFirst())
        case .missing: throw .unknownKey
        case .notAvailableYet: throw .notAvailableYet
        case .failed: throw .failed
        }
    }

    func delete(_ identifier: String) {
        keys.delete(identifier)
    }

    func deleteAll() {
        keys.deleteAll()
    }

    private func made(_ identifier: String) throws(EncryptionKeyError) -> SecKey {
        guard let key = keys.make(identifier, flags: []) else { throw .failed }
        return key
    }
}

#endif
