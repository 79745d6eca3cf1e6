// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import WalletInterface

/// Writes that succeed or fail together.
struct StoreChanges: Sendable {
    /// One write; a nil plaintext removes the value.
    struct Write: Sendable {
        let table: StoreTable
        let name: String
        let plaintext: Data?

        /// Performs the write.
        func perform(on database: Database, sealedBy seal: ValueSeal) throws {
            guard let plaintext else {
                return try database.execute(sql: "DELETE FROM \(table.rawValue) WHERE name = ?", arguments: [name])
            }
            try database.execute(
                sql: "INSERT INTO \(table.rawValue) (name, sealed) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed",
                arguments: [name, try seal.seal(plaintext, table: table.rawValue, name: name)])
        }
    }

    /// The writes, in order.
    private(set) var writes: [Write] = []

    /// The names of the writes for checkpoints: `account.registration -pending.registration`. Rows named after cards are named by the table
    /// only, once.
    var name: String {
        var names: [String] = []
        for write in writes {
            let name = (write.plaintext == nil ? "-" : "") + write.table.rawValue + (write.table.isNamedByCards ? "" : "." + write.name)
            if !names.contains(name) { names.append(name) }
        }
        return names.joined(separator: " ")
    }

    /// Sets a value, as JSON with sorted keys.
    ///
    /// - Throws: `unexpected` when it cannot be encoded.
    mutating func set<Value>(_ key: StoreKey<Value>, to value: Value) throws(WalletCoreError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let plaintext = try? encoder.encode(value) else {
            throw WalletCoreError(.unexpected, "the value \(key.name) cannot be encoded")
        }
        writes.append(Write(table: key.table, name: key.name, plaintext: plaintext))
    }

    /// Removes a value. Idempotent.
    mutating func remove<Value>(_ key: StoreKey<Value>) {
        writes.append(Write(table: key.table, name: key.name, plaintext: nil))
    }
}
