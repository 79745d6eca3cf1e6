// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
package import WalletProvider

extension SQLiteAccountStore: AccountMoveSource {
    /// The table with the mark of a move.
    private static let mark = "account_move"

    /// Returns the mark of a move that was committed or may have been; nil if the database is in use.
    package func moveMark() throws -> AccountMoveMark? {
        do {
            return try pool.read { database in
                guard try Self.isMarked(database) else { return nil }
                return try Row.fetchOne(database, sql: "SELECT id, number, hash FROM \(Self.mark)").map { row in
                    AccountMoveMark(id: row["id"], number: row["number"], hash: Array(row["hash"] as Data))
                }
            }
        } catch {
            throw Self.error(for: error)
        }
    }

    /// Reads rows while no other program can write. Blocks.
    ///
    /// - Throws: `AccountStoreError` if the database is in use or cannot be read; errors of `body`.
    package func withRows<Value>(_ body: (any AccountRowSource) throws -> Value) throws -> Value {
        try inTransaction { database in (.rollback, try body(SQLiteRows(database: database))) }
    }

    /// Reads rows while no other program can write, and then makes the database refuse to be opened and written, also writes that waited
    /// for `body`. A revocation must fail rather than be stored where no server reads it. Blocks.
    ///
    /// - Throws: `AccountStoreError` if the database is in use or cannot be written; errors of `body`. After an error it is not marked.
    package func retire(_ body: (any AccountRowSource) throws -> AccountMoveMark) throws {
        try inTransaction { database in
            let mark = try body(SQLiteRows(database: database))
            try database.execute(sql: "CREATE TABLE \(Self.mark) (id TEXT NOT NULL, number INTEGER NOT NULL, hash BLOB NOT NULL) STRICT")
            try database.execute(
                sql: "INSERT INTO \(Self.mark) VALUES (?, ?, ?)", arguments: [mark.id, mark.number, Data(mark.hash)])
            for table in AccountTable.allCases { try database.execute(sql: Self.refusal(of: table)) }
            return (.commit, ())
        }
    }

    /// Removes the mark, so that the database is in use again. Blocks.
    ///
    /// - Throws: `AccountStoreError`; the mark may then still be there.
    package func removeMoveMark() throws {
        try inTransaction { database in
            try database.execute(sql: "DROP TABLE \(Self.mark)")
            for table in AccountTable.allCases {
                for act in Self.acts { try database.execute(sql: "DROP TRIGGER \(Self.trigger(act, table))") }
            }
            return (.commit, ())
        }
    }

    /// Returns true if a move marked the database.
    static func isMarked(_ database: Database) throws -> Bool {
        try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = '\(mark)')") ?? false
    }

    /// Runs a transaction that no other program's writes precede.
    private func inTransaction<Value>(_ body: (Database) throws -> (Database.TransactionCompletion, Value)) throws -> Value {
        var result: Result<Value, any Error>?
        do {
            try pool.writeWithoutTransaction { database in
                try database.inTransaction(.immediate) {
                    do {
                        let (completion, value) = try body(database)
                        result = .success(value)
                        return completion
                    } catch {
                        result = .failure(error)
                        return .rollback
                    }
                }
            }
        } catch {
            throw Self.error(for: error)
        }
        guard let result else { throw AccountStoreError(.unavailable, "not read") }
        return try result.mapError { $0 is DatabaseError ? Self.error(for: $0) as any Error : $0 }.get()
    }

    private static let acts = ["INSERT", "UPDATE", "DELETE"]

    private static func trigger(_ act: String, _ table: AccountTable) -> String { "moved_\(table.rawValue)_\(act.lowercased())" }

    /// The triggers that refuse every write to a table.
    private static func refusal(of table: AccountTable) -> String {
        acts.map { act in
            """
            CREATE TRIGGER \(trigger(act, table)) BEFORE \(act) ON \(table.rawValue)
            BEGIN SELECT RAISE(ABORT, 'the accounts were moved to another database'); END;
            """
        }
        .joined(separator: "\n")
    }
}

/// The rows of a database inside a transaction.
private struct SQLiteRows: AccountRowSource {
    let database: Database

    func columns(of table: AccountTable) throws -> [String] { try database.columns(in: table.rawValue).map(\.name) }

    func count(of table: AccountTable) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT count(*) FROM \"\(table.rawValue)\"") ?? 0
    }

    func pages(of table: AccountTable, size: Int, _ body: (_ page: AccountRowPage) throws -> Void) throws {
        let columns = try database.columns(in: table.rawValue).sorted { $0.name < $1.name }
        let members = columns.map { column in
            let name = "\"\(column.name)\""
            let value =
                column.type == "BLOB" ? "CASE WHEN \(name) IS NULL THEN NULL ELSE '\\x' || hex(\(name)) END" : name
            return "'\(column.name)', \(value)"
        }
        // hex() takes the bytes of a BLOB, and of any other value those of its text.
        let texts = columns.map { "CASE WHEN \"\($0.name)\" IS NULL THEN '-' ELSE lower(hex(\"\($0.name)\")) END" }
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT json_object(\(members.joined(separator: ", "))) AS json, \(texts.joined(separator: " || ' ' || ")) AS line
                FROM "\(table.rawValue)" ORDER BY \(table.key.map { "\"\($0)\"" }.joined(separator: ", "))
                """)
        var json: [String] = []
        var lines: [String] = []
        func finishPage() throws {
            try body(AccountRowPage(json: "[" + json.joined(separator: ",") + "]", lines: lines))
            json = []
            lines = []
        }
        while let row = try rows.next() {
            json.append(row["json"])
            lines.append(row["line"])
            if json.count == size { try finishPage() }
        }
        if !json.isEmpty { try finishPage() }
    }

    func lastAuditRecord() throws -> AuditRecord? {
        try Row.fetchOne(database, sql: "SELECT number, entry, hash, seal FROM audit ORDER BY number DESC LIMIT 1").map { row in
            AuditRecord(
                number: row["number"], entry: Array(row["entry"] as Data), hash: Array(row["hash"] as Data),
                seal: Array(row["seal"] as Data))
        }
    }
}
