// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import GRDB
import JSON

/// The sealed rows of a store, within a transaction. Each is JSON, and opens only at its own place.
struct StoreRows {
    /// The tables that the digest covers, in its order.
    private static let covered = ["card_entry", "account", "pending", "preference", "received"]
    private static let limits = JSONLimits(maximumBytes: 16 * 1024 * 1024)

    let database: Database
    let key: SymmetricKey
    let version: Int

    /// Returns a row's value; nil if there is no such row.
    func value(_ table: String, _ name: String) throws -> JSONValue? {
        guard let sealed = try Data.fetchOne(database, sql: "SELECT sealed FROM \(table) WHERE name = ?", arguments: [name]) else {
            return nil
        }
        let box = try AES.GCM.SealedBox(combined: sealed)
        let plaintext = try AES.GCM.open(box, using: key, authenticating: place(table, name))
        return try JSONValue(parsing: Array(plaintext), limits: Self.limits)
    }

    /// Returns a row's object.
    func object(_ table: String, _ name: String) throws -> JSONObject {
        guard case .object(let object)? = try value(table, name) else { throw StoreCardError("\(table) has no row \(name)") }
        return object
    }

    /// Returns true if there is a row of that name.
    func has(_ table: String, _ name: String) throws -> Bool {
        try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE name = ?)", arguments: [name]) ?? false
    }

    func put(_ table: String, _ name: String, _ value: JSONValue) throws {
        try database.execute(
            sql: "INSERT INTO \(table) (name, sealed) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed",
            arguments: [name, try seal(value.encode(), place(table, name))])
    }

    /// Seals the digest of the rows that are covered.
    func sealDigest() throws {
        var hash = SHA256()
        for table in Self.covered {
            for row in try Row.fetchAll(database, sql: "SELECT name, sealed FROM \(table) ORDER BY name") {
                let (name, sealed): (String, Data) = (row["name"], row["sealed"])
                for part in [Data(table.utf8), Data(name.utf8), sealed] {
                    let count = UInt64(part.count)
                    hash.update(data: (0..<8).map { UInt8(truncatingIfNeeded: count >> UInt64(56 - 8 * $0)) })
                    hash.update(data: part)
                }
            }
        }
        let sentinel = try seal(Array(hash.finalize()), place("vault", "sentinel"))
        try database.execute(sql: "UPDATE vault SET sentinel = ?", arguments: [sentinel])
    }

    private func place(_ table: String, _ name: String) -> [UInt8] { Array("wallet-store\0\(version)\0\(table)\0\(name)".utf8) }

    private func seal(_ plaintext: [UInt8], _ place: [UInt8]) throws -> Data {
        guard let sealed = try AES.GCM.seal(plaintext, using: key, authenticating: place).combined else {
            throw StoreCardError("a value cannot be sealed")
        }
        return sealed
    }
}
