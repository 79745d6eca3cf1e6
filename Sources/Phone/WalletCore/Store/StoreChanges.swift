// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// Writes that belong together: all of them are done, or none.
struct StoreChanges: Sendable {
    /// One write; nil removes.
    struct Write: Sendable {
        let table: StoreTable
        let name: String
        let plaintext: Data?
    }

    /// In the order in which they are done.
    private(set) var writes: [Write] = []

    /// What they write and remove, for checkpoints: `account.registration -pending.registration`.
    var name: String {
        writes.map { ($0.plaintext == nil ? "-" : "") + $0.table.rawValue + "." + $0.name }.joined(separator: " ")
    }

    /// Sets a value.
    ///
    /// - Throws: `unexpected` when it cannot be encoded.
    mutating func set<Value>(_ key: StoreKey<Value>, to value: Value) throws(WalletCoreError) {
        guard let plaintext = try? JSONEncoder().encode(value) else {
            throw WalletCoreError(.unexpected, "the value \(key.name) cannot be encoded")
        }
        writes.append(Write(table: key.table, name: key.name, plaintext: plaintext))
    }

    /// Removes a value; one that is not there is no error.
    mutating func remove<Value>(_ key: StoreKey<Value>) {
        writes.append(Write(table: key.table, name: key.name, plaintext: nil))
    }
}
