// SPDX-License-Identifier: EUPL-1.2

#if canImport(Security)

import Foundation
import Security

/// Small named values in the keychain of this device: readable after the first unlock, in no backup. iOS keeps them when the app is deleted.
struct KeychainItems: Sendable {
    private let service: String
    private let accessGroup: String?

    init(service: String, accessGroup: String?) {
        self.service = service
        self.accessGroup = accessGroup
    }

    /// False only from the phone's start until its user first unlocks it.
    var isAccessible: Bool {
        let probe = "first-unlock"
        if status(of: probe) == errSecItemNotFound { _ = set([], for: probe) }
        return status(of: probe) != errSecInteractionNotAllowed
    }

    /// Returns the value of a name; nil if the name has no value.
    func value(of name: String) -> [UInt8]? {
        var query = query(for: name)
        query[kSecReturnData as String] = true
        var result: CFTypeRef?
        guard unsafe SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess else { return nil }
        return (result as? Data).map(Array.init)
    }

    /// Sets the value of a name.
    ///
    /// - Returns: false when the keychain did not store it.
    func set(_ value: [UInt8], for name: String) -> Bool {
        remove(name)
        var item = query(for: name)
        item[kSecValueData as String] = Data(value)
        item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        return SecItemAdd(item as CFDictionary, nil) == errSecSuccess
    }

    /// Removes a name; an unknown name changes nothing.
    func remove(_ name: String) {
        _ = SecItemDelete(query(for: name) as CFDictionary)
    }

    /// Returns every name.
    func names() -> [String] {
        var query = query(for: nil)
        query[kSecMatchLimit as String] = kSecMatchLimitAll
        query[kSecReturnAttributes as String] = true
        var result: CFTypeRef?
        guard unsafe SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess else { return [] }
        return (result as? [[String: Any]] ?? []).compactMap { $0[kSecAttrAccount as String] as? String }
    }

    private func status(of name: String) -> OSStatus {
        var query = query(for: name)
        query[kSecReturnData as String] = true
        var result: CFTypeRef?
        return unsafe SecItemCopyMatching(query as CFDictionary, &result)
    }

    private func query(for name: String?) -> [String: Any] {
        var query: [String: Any] = [kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service]
        query[kSecAttrAccount as String] = name
        query[kSecAttrAccessGroup as String] = accessGroup
        return query
    }
}

#endif
