// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import GRDB

/// A SHA-256 chain over every small table's name and rows, ordered by name, each part prefixed by its length. It keeps the state after each row, so
/// that a write need not read the rows before its first change. The list of cards comes first and is the longest.
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
        let changed = writes.filter { !$0.table.isLarge }
        let end = links.firstIndex { link in changed.contains { Self.isBefore(($0.table, $0.name), (link.table, link.name), orSame: true) }
        }
        if let end { links.removeSubrange(end...) }
    }

    /// Adds all rows after the last one in the chain.
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

    /// Returns true if a row precedes another; names compare byte by byte, as in SQLite.
    private static func isBefore(_ left: (StoreTable, String), _ right: (StoreTable, String), orSame: Bool) -> Bool {
        guard left.0 == right.0 else { return place(left.0) < place(right.0) }
        return left.1.utf8.lexicographicallyPrecedes(right.1.utf8) || orSame && left.1.utf8.elementsEqual(right.1.utf8)
    }

    private static func bigEndianBytes(of number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
    }
}
