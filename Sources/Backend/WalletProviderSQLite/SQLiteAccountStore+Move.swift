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
