// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import WalletInterface

/// The sealed digest of all sealed values except those of large tables. A removed, restored or moved row no longer matches the digest.
/// Values covered by the digest determine which rows of large tables count.
enum Sentinel {
    /// A sealed value and its place.
    struct Value: Sendable {
        let table: StoreTable
        let name: String
        let sealed: Data
    }

    /// Seals the digest of a store's present contents.
    static func seal(_ database: Database, with seal: ValueSeal) throws -> Data {
        var chain = SentinelChain()
        try chain.extend(over: database, version: seal.version)
        return try self.seal(chain, with: seal)
    }

    /// Verifies that a store's contents match its sentinel.
    ///
    /// - Returns: the digest chain of the contents.
    /// - Throws: `storeDamaged`.
    @discardableResult
    static func prove(_ sentinel: Data, _ database: Database, with seal: ValueSeal) throws -> SentinelChain {
        var chain = SentinelChain()
        try chain.extend(over: database, version: seal.version)
        guard try chain.digest == seal.open(sentinel, table: "vault", name: "sentinel") else {
            throw WalletCoreError(.storeDamaged, "a sealed value is missing, changed or from another time")
        }
        return chain
    }

    /// Seals the digest of a chain.
    static func seal(_ chain: SentinelChain, with seal: ValueSeal) throws -> Data {
        try seal.seal(chain.digest, table: "vault", name: "sentinel")
    }

    /// Returns all values of a store of a version, table by table, by name.
    static func values(in database: Database, version: Int) throws -> [Value] {
        try StoreTable.tables(in: version).flatMap { try values(of: $0, in: database) }
    }

    /// Returns all values of a table, by name.
    static func values(of table: StoreTable, in database: Database) throws -> [Value] {
        try Row.fetchAll(database, sql: "SELECT name, sealed FROM \(table.rawValue) ORDER BY name")
            .map { Value(table: table, name: try $0.column("name"), sealed: try $0.column("sealed")) }
    }
}

extension Row {
    /// Returns a column's value.
    ///
    /// - Throws: `storeDamaged` for a value of the wrong type.
    func column<Value: DatabaseValueConvertible>(_ name: String) throws -> Value {
        guard let value = Value.fromDatabaseValue(self[name]) else {
            throw WalletCoreError(.storeDamaged, "a column of the store has another type")
        }
        return value
    }
}
