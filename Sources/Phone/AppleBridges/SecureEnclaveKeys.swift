// SPDX-License-Identifier: EUPL-1.2

#if canImport(Security)

import Foundation
import LocalAuthentication
import Security

/// P-256 keys in the Secure Enclave, by name. The keychain stores only their references.
struct SecureEnclaveKeys: Sendable {
    /// Distinguishes these keys from the app's other keys.
    private let label: String
    private let accessGroup: String?

    init(label: String, accessGroup: String?) {
        self.label = label
        self.accessGroup = accessGroup
    }

    /// The outcome of looking for a key.
    enum Search {
        case found(SecKey)
        case missing
        /// The phone was not unlocked since its start.
        case notAvailableYet
        case failed
    }

    /// Looks for a key.
    ///
    /// - Parameter context: authenticates the key's use; nil for a key that needs no authentication.
    func find(_ name: String, context: LAContext? = nil) -> Search {
        var query = query(for: name)
        query[kSecReturnRef as String] = true
        query[kSecUseAuthenticationContext as String] = context
        var result: CFTypeRef?
        switch unsafe SecItemCopyMatching(query as CFDictionary, &result) {
        case errSecSuccess:
            guard let result, CFGetTypeID(result) == SecKeyGetTypeID() else { return .failed }
            // Swift cannot cast to a Core Foundation type conditionally.
            return .found(unsafe unsafeDowncast(result as AnyObject, to: SecKey.self))
        case errSecItemNotFound: return .missing
        case errSecInteractionNotAllowed: return .notAvailableYet
        default: return .failed
        }
    }

    /// Makes a key that only this device can use, after its first unlock.
    ///
    /// - Parameter flags: the conditions for each use of the private key.
    /// - Returns: nil when the Secure Enclave made none.
    func make(_ name: String, flags: SecAccessControlCreateFlags) -> SecKey? {
        guard
            let control = SecAccessControlCreateWithFlags(
                nil, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, flags.union(.privateKeyUsage), nil)
        else { return nil }
        var attributes: [String: Any] = [
            kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
            kSecAttrKeySizeInBits as String: 256,
            kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave,
            kSecAttrLabel as String: label,
            kSecPrivateKeyAttrs as String: [
                kSecAttrIsPermanent as String: true, kSecAttrApplicationTag as String: Data(name.utf8),
                kSecAttrAccessControl as String: control,
            ] as [String: Any],
        ]
        attributes[kSecAttrAccessGroup as String] = accessGroup
        return SecKeyCreateRandomKey(attributes as CFDictionary, nil)
    }

    /// Removes a key; an unknown name changes nothing.
    func delete(_ name: String) {
        _ = SecItemDelete(query(for: name) as CFDictionary)
    }

    /// Removes every key with the label.
    func deleteAll() {
        _ = SecItemDelete(query(for: nil) as CFDictionary)
    }

    private func query(for name: String?) -> [String: Any] {
        var query: [String: Any] = [
            kSecClass as String: kSecClassKey, kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
            kSecAttrLabel as String: label,
        ]
        query[kSecAttrApplicationTag as String] = name.map { Data($0.utf8) }
        query[kSecAttrAccessGroup as String] = accessGroup
        return query
    }
}

#endif
