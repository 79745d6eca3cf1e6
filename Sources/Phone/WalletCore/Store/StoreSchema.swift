// SPDX-License-Identifier: EUPL-1.2

import GRDB

/// The layout of the store's file, by version; migrations go forward only.
enum StoreSchema {
    /// The version that this app writes. It is part of every value's associated data: a migration that raises it seals the values anew.
    static let version = 1
    /// SQLite's `application_id` of our files, "NLWL" in ASCII.
    static let applicationID = 0x4E4C_574C

    /// Brings a file to the present version, in one transaction.
    static func migrate(_ database: Database) throws {
        var version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard version < Self.version else { return }
        try database.inTransaction(.immediate) {
            while version < Self.version {
                try migrations[version](database)
                version += 1
            }
            try database.execute(sql: "PRAGMA user_version = \(Self.version)")
            return .commit
        }
    }

    /// Whether the file has exactly our tables, and no view, trigger or column of anybody else.
    static func isOurs(_ database: Database) throws -> Bool {
        try Set(String.fetchAll(database, sql: "SELECT coalesce(sql, name) FROM sqlite_schema")) == Set(tables)
    }

    /// The step from version n to n + 1 at index n.
    private static let migrations: [@Sendable (Database) throws -> Void] = [
        { database in
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            for table in tables { try database.execute(sql: table) }
        }
    ]

    /// The tables of the present version, as SQLite keeps their text.
    private static let tables =
        StoreTable.allCases.map {
            "CREATE TABLE \($0.rawValue) (name TEXT NOT NULL PRIMARY KEY, sealed BLOB NOT NULL) STRICT, WITHOUT ROWID"
        } + [
            "CREATE TABLE vault (id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1), wrapped_key BLOB NOT NULL, sentinel BLOB NOT NULL) STRICT"
        ]
}
