// SPDX-License-Identifier: EUPL-1.2

import GRDB

/// The layout of the store's file, by version. Versions are whole numbers from 1; 0 is a file without tables.
enum StoreSchema {
    /// The version that this app writes. It is part of every value's associated data, so a migration that raises it seals the values again.
    static let version = StoreMigration.all.count
    /// SQLite's `application_id` of the store, "NLWL" in ASCII.
    static let applicationID = 0x4E4C_574C

    /// Returns the version that a file declares.
    static func version(of database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }

    /// Returns true if the file has exactly the tables of a version, each once, and no foreign view, trigger or column.
    static func isOurs(_ database: Database, version: Int) throws -> Bool {
        let ours = StoreTable.tables(in: version).map(statement) + [vault]
        return try String.fetchAll(database, sql: "SELECT coalesce(sql, name) FROM sqlite_schema").sorted() == ours.sorted()
    }

    /// Returns the SQL that creates a table of sealed values, as SQLite stores its text.
    static func statement(for table: StoreTable) -> String {
        "CREATE TABLE \(table.rawValue) (name TEXT NOT NULL PRIMARY KEY, sealed BLOB NOT NULL) STRICT, WITHOUT ROWID"
    }

    /// The SQL that creates the table of the wrapped data key and the sentinel, which has one row.
    static let vault =
        "CREATE TABLE vault (id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1), wrapped_key BLOB NOT NULL, sentinel BLOB NOT NULL) STRICT"
}
