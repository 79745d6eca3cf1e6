// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import GRDB

/// The sealed digest of all sealed values but those of large tables. A row that was taken out, put back or put elsewhere does not fit it any
/// more. Which rows of large tables count is said by values that it covers.
enum Sentinel {
    /// A sealed value and its place.
    struct Value: Sendable {
        let table: StoreTable
        let name: String
        let sealed: Data
    }

    /// Seals the digest of what a store holds now.
    static func seal(_ database: Database, with seal: ValueSeal) throws -> Data {
        try seal.seal(try digest(of: database, version: seal.version), table: "vault", name: "sentinel")
    }

    /// Proves that a store holds what it held when its sentinel was sealed.
    ///
    /// - Throws: `storeDamaged`.
    static func prove(_ sentinel: Data, _ database: Database, with seal: ValueSeal) throws {
        guard try digest(of: database, version: seal.version) == seal.open(sentinel, table: "vault", name: "sentinel") else {
            throw WalletCoreError(.storeDamaged, "a sealed value is missing, changed or from another time")
        }
    }

    /// Everything that a store of a version holds, table by table, by name.
    ///
    /// - Parameter large: whether the rows of large tables are among them.
    static func values(in database: Database, version: Int, large: Bool = true) throws -> [Value] {
        try StoreTable.tables(in: version).filter { large || !$0.isLarge }.flatMap { table in
            try Row.fetchAll(database, sql: "SELECT name, sealed FROM \(table.rawValue) ORDER BY name")
                .map { Value(table: table, name: try $0.column("name"), sealed: try $0.column("sealed")) }
        }
    }

    /// SHA-256 over every small table's name and its rows in the order of their names, each part with its length before it.
    private static func digest(of database: Database, version: Int) throws -> Data {
        var hash = SHA256()
        for value in try values(in: database, version: version, large: false) {
            for part in [Data(value.table.rawValue.utf8), Data(value.name.utf8), value.sealed] {
                hash.update(data: bigEndianBytes(of: UInt64(part.count)))
                hash.update(data: part)
            }
        }
        return Data(hash.finalize())
    }

    private static func bigEndianBytes(of number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
    }
}

extension Row {
    /// A column of that type.
    ///
    /// - Throws: `storeDamaged` when it is of another type.
    func column<Value: DatabaseValueConvertible>(_ name: String) throws -> Value {
        guard let value = Value.fromDatabaseValue(self[name]) else {
            throw WalletCoreError(.storeDamaged, "a column of the store has another type")
        }
        return value
    }
}
