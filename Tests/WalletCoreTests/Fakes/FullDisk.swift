// SPDX-License-Identifier: EUPL-1.2

import GRDB

@testable import WalletCore

/// A disk without space for another page, or inside the existing pages.
enum FullDisk {
    static func fill(_ store: SealedStore) throws {
        try store.database.writeWithoutTransaction { database in
            let used = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(used)")
            try database.execute(sql: "PRAGMA synchronous = OFF")
            defer { try? database.execute(sql: "PRAGMA synchronous = FULL") }
            for table in StoreTable.allCases {
                for size in [2000, 500, 100, 20, 1] {
                    for number in 0... {
                        do {
                            try database.execute(
                                sql: "INSERT INTO \(table.rawValue) VALUES (?, zeroblob(?))", arguments: ["filler-\(size)-\(number)", size])
                        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
                            break
                        }
                    }
                }
            }
        }
    }

    static func free(_ store: SealedStore) throws {
        try store.database.writeWithoutTransaction { database in
            for table in StoreTable.allCases {
                try database.execute(sql: "DELETE FROM \(table.rawValue) WHERE name LIKE 'filler-%'")
            }
            _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = 100000")
        }
    }
}
