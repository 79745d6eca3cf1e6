// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// Writes that succeed or fail together.
struct StoreChanges: Sendable {
    /// One write; a nil plaintext removes the value.
    struct Write: Sendable {
        let table: StoreTable
        let name: String
        let plaintext: Data?
    }

    /// The writes, in order.
    private(set) var writes: [Write] = []

    /// The names of the writes for checkpoints: `account.registration -pending.registration`. Rows of large tables are named by the table only,
    /// once.
    var name: String {
        var names: [String] = []
        for write in writes {
            let name = (write.plaintext == nil ? "-" : "") + write.table.rawValue + (write.table.isLarge ? "" : "." + write.name)
            if !names.contains(name) { names.append(name) }
        }
        return names.joined(separator: " ")
    }

    /// Sets a value.
    ///
    /// - Throws: `unexpected` when it cannot be encoded.
    mutating func set<Value>(_ key: StoreKey<Value>, to value: Value) throws(WalletCoreError) {
        let encoded: Data? =
            if let byHand = value as? any StoredByHand { byHand.stored.map { Data($0) } } else { try? JSONEncoder().encode(value) }
        guard let plaintext = encoded else {
            throw WalletCoreError(.unexpected, "the value \(key.name) cannot be encoded")
        }
        writes.append(Write(table: key.table, name: key.name, plaintext: plaintext))
    }

    /// Removes a value. Idempotent.
    mutating func remove<Value>(_ key: StoreKey<Value>) {
        writes.append(Write(table: key.table, name: key.name, plaintext: nil))
    }
}
