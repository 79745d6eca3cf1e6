// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import GRDB

/// A SHA-256 chain over every small table's name and rows, ordered by name, each part prefixed by its length. The chain keeps the hash
/// state after each row, so that a write need not read the rows before its first change. The entries of cards come first, because they are
/// the most numerous.
struct SentinelChain: Sendable {
    private struct Link: Sendable {
        let table: StoreTable
        let name: String
        /// The state after the row.
        let state: SHA256
    }

    private var links: [Link] = []

    var digest: Data { Data((links.last?.state ?? SHA256()).finalize()) }

    /// Drops the chain from the first written or removed row on.
    mutating func cut(before writes: [StoreChanges.Write]) {
        let changed = writes.filter { !$0.table.isLarge }.map { ($0.table, $0.name) }
        guard let first = changed.min(by: { Self.isBefore($0, $1) }) else { return }
        if let end = links.firstIndex(where: { !Self.isBefore(($0.table, $0.name), first) }) { links.removeSubrange(end...) }
    }

    /// Adds all rows after the last row in the chain.
    mutating func extend(over database: Database, version: Int) throws {
        var state = links.last?.state ?? SHA256()
        let last = links.last
        for table in StoreTable.tables(in: version) where !table.isLarge {
            if let last, Self.place(table) < Self.place(last.table) { continue }
            let name = last?.table == table ? last?.name : nil
            let rows = try Row.fetchCursor(
                database, sql: "SELECT name, sealed FROM \(table.rawValue) WHERE ?1 IS NULL OR name > ?1 ORDER BY name", arguments: [name])
            while let row = try rows.next() {
                let (name, sealed): (String, Data) = (try row.column("name"), try row.column("sealed"))
                for part in [Data(table.rawValue.utf8), Data(name.utf8), sealed] {
                    state.update(data: Self.bigEndianBytes(of: UInt64(part.count)))
                    state.update(data: part)
                }
                links.append(Link(table: table, name: name, state: state))
            }
        }
    }

    private static func place(_ table: StoreTable) -> Int { StoreTable.allCases.firstIndex(of: table) ?? 0 }

    /// Returns true if the left row precedes the right row; names compare byte by byte, as in SQLite.
    private static func isBefore(_ left: (StoreTable, String), _ right: (StoreTable, String)) -> Bool {
        guard left.0 == right.0 else { return place(left.0) < place(right.0) }
        return left.1.utf8.lexicographicallyPrecedes(right.1.utf8)
    }

    private static func bigEndianBytes(of number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
    }
}
