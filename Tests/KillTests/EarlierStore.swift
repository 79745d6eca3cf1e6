// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import GRDB
import Testing

@testable import WalletCore

/// A wallet's store as the previous version of the app would have left it.
enum EarlierStore {
    /// Seals every value again for the previous version, and removes the tables that it did not have.
    ///
    /// - Parameters:
    ///   - directory: the app's directory.
    ///   - dataKey: the key of the store.
    static func takeBack(in directory: String, dataKey: [UInt8]) throws {
        let version = StoreSchema.version - 1
        let (new, old) = (ValueSeal(dataKey: dataKey), ValueSeal(dataKey: dataKey, version: version))
        let database = try DatabaseQueue(path: directory + "/" + StoreFile.name)
        try database.write { database in
            for value in try Sentinel.values(in: database, version: version) {
                let table = value.table.rawValue
                var plaintext = try new.open(value.sealed, table: table, name: value.name)
                // Version 3 wrote Foundation's encoding of the entries.
                if value.table == .account, value.name == "cards", let entries = [CardEntry](stored: Array(plaintext)) {
                    plaintext = try JSONEncoder().encode(entries)
                }
                try database.execute(
                    sql: "UPDATE \(table) SET sealed = ? WHERE name = ?",
                    arguments: [try old.seal(plaintext, table: table, name: value.name), value.name])
            }
            for table in StoreTable.allCases where !StoreTable.tables(in: version).contains(table) {
                try database.execute(sql: "DROP TABLE \(table.rawValue)")
            }
            try database.execute(sql: "PRAGMA user_version = \(version)")
            try database.execute(sql: "UPDATE vault SET sentinel = ?", arguments: [try Sentinel.seal(database, with: old)])
        }
        try database.close()
    }

    /// Returns the data key of a subject with a seed: the first bytes that its core draws.
    static func dataKey(drawnFrom seed: Data) -> [UInt8] { drawn(1, from: seed) }

    /// Returns the n-th bytes that a subject with a seed draws, n from 1.
    static func drawn(_ number: Int, from seed: Data) -> [UInt8] { Array(SHA256.hash(data: seed + Data(String(number).utf8))) }
}
