// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

/// Encryption keys whose hardware answers within a time limit, or fails with `notAnswering`.
///
/// Names are used again after an erasure, so a late end of a call could spoil the next store: a late `delete` would delete the new store's
/// key, and a late `encrypt` would make a key that looks like the key of a lost store. Therefore nothing is encrypted while a deletion
/// hangs, and nothing is deleted while an encryption hangs. A deletion that was left or refused is found out by its caller, which asks
/// whether the key exists. A late `decrypt` changes nothing.
struct EncryptionKeysInTime: EncryptionKeyBridge {
    /// In seconds. An Android phone with StrongBox needs up to 15 seconds to make a key.
    static let limit: TimeInterval = 30
    /// The time after a passed limit in which key hardware is not asked, in seconds.
    static let rest: TimeInterval = 5

    let bridge: any EncryptionKeyBridge
    let calls: BridgeCalls

    func encrypt(_ plaintext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        try await calls.value(within: Self.limit, as: .making, opposedTo: [.deleting], orThrow: .notAnswering) {
            [bridge] () async throws(EncryptionKeyError) in try await bridge.encrypt(plaintext, with: identifier)
        }
    }

    func decrypt(_ ciphertext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        try await calls.value(within: Self.limit, orThrow: .notAnswering) { [bridge] () async throws(EncryptionKeyError) in
            try await bridge.decrypt(ciphertext, with: identifier)
        }
    }

    func delete(_ identifier: String) async {
        _ = await calls.answer(within: Self.limit, as: .deleting, opposedTo: [.making]) { [bridge] in await bridge.delete(identifier) }
    }

    func deleteAll() async {
        _ = await calls.answer(within: Self.limit, as: .deleting, opposedTo: [.making]) { [bridge] in await bridge.deleteAll() }
    }
}
