// SPDX-License-Identifier: EUPL-1.2

#if canImport(Security)

import Foundation
import Security

/// Small named values in the keychain of this device: readable after the first unlock, in no backup. iOS keeps them when the app is
/// deleted.
struct KeychainItems: Sendable {
    private let service: String
    private let accessGroup: String?

    init(service: String, accessGroup: String?) {
        self.service = service
        self.accessGroup = accessGroup
    }

    /// The outcome of reading a name.
    enum Reading {
        case value([UInt8])
        case missing
        /// The keychain failed; the name may well have a value.
        case failed
    }

    /// False only from the phone's start until its user first unlocks it.
    ///
    /// A missing item looks the same before and after that. Then the attempt to add the item decides.
    var isAccessible: Bool {
        let probe = "first-unlock"
        let status = read(probe).status
        return (status == errSecItemNotFound ? add([1], for: probe) : status) != errSecInteractionNotAllowed
    }

    /// Reads the value of a name.
    func value(of name: String) -> Reading {
        let (status, value) = read(name)
        return switch (status, value) {
        case (errSecSuccess, let value?): .value(value)
        case (errSecItemNotFound, _): .missing
        default: .failed
        }
    }

    /// Sets the value of a name.
    ///
    /// - Parameter value: not empty.
    /// - Returns: false when the keychain did not store it.
    func set(_ value: [UInt8], for name: String) -> Bool {
        remove(name)
        return add(value, for: name) == errSecSuccess
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

    private func add(_ value: [UInt8], for name: String) -> OSStatus {
        var item = query(for: name)
        item[kSecValueData as String] = Data(value)
        item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        return SecItemAdd(item as CFDictionary, nil)
    }

    private func read(_ name: String) -> (status: OSStatus, value: [UInt8]?) {
        var query = query(for: name)
        query[kSecReturnData as String] = true
        var result: CFTypeRef?
        let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
        return (status, (result as? Data).map { Array($0) })
    }

    private func query(for name: String?) -> [String: Any] {
        var query: [String: Any] = [kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service]
        query[kSecAttrAccount as String] = name
        query[kSecAttrAccessGroup as String] = accessGroup
        return query
    }
}

#endif
