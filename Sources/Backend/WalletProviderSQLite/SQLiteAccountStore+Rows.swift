// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
package import WalletProvider

extension SQLiteAccountStore {
    /// Reads rows while no other program can write. Blocks.
    ///
    /// - Parameter retiring: true makes the database refuse all writes after `body`, also writes that waited for `body`. A revocation must
    ///   fail rather than be stored where no server reads it.
    /// - Throws: `AccountStoreError` if the database is in use or cannot be read; errors of `body`.
    package func withRows<Value>(retiring: Bool = false, _ body: (any AccountRowSource) throws -> Value) throws -> Value {
        var result: Result<Value, any Error>?
        do {
            try pool.writeWithoutTransaction { database in
                try database.inTransaction(.immediate) {
                    let value = Result { try body(SQLiteRows(database: database)) }
                    result = value
                    guard retiring, case .success = value else { return .rollback }
                    for table in AccountTable.allCases { try database.execute(sql: Self.refusal(of: table)) }
                    return .commit
                }
            }
        } catch {
            // The rows have been read, and a disk that refuses this transaction also refuses the transactions of other programs.
            if case .success(let value) = result { return value }
            throw Self.error(for: error)
        }
        guard let result else { throw AccountStoreError(.unavailable, "not read") }
        return try result.mapError { $0 is DatabaseError ? Self.error(for: $0) as any Error : $0 }.get()
    }

    /// The triggers that refuse every write to a table.
    private static func refusal(of table: AccountTable) -> String {
        ["INSERT", "UPDATE", "DELETE"].map { act in
            """
            CREATE TRIGGER IF NOT EXISTS moved_\(table.rawValue)_\(act.lowercased()) BEFORE \(act) ON \(table.rawValue)
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

    func pages(of table: AccountTable, size: Int, _ body: (_ rows: String) throws -> Void) throws {
        let members = try database.columns(in: table.rawValue).map { column in
            let name = "\"\(column.name)\""
            let value =
                column.type == "BLOB" ? "CASE WHEN \(name) IS NULL THEN NULL ELSE '\\x' || hex(\(name)) END" : name
            return "'\(column.name)', \(value)"
        }
        let rows = try String.fetchCursor(
            database, sql: "SELECT json_object(\(members.joined(separator: ", "))) FROM \"\(table.rawValue)\"")
        var page: [String] = []
        while let row = try rows.next() {
            page.append(row)
            guard page.count == size else { continue }
            try body("[" + page.joined(separator: ",") + "]")
            page = []
        }
        if !page.isEmpty { try body("[" + page.joined(separator: ",") + "]") }
    }

    func lastAuditRecord() throws -> AuditRecord? {
        try Row.fetchOne(database, sql: "SELECT number, entry, hash, seal FROM audit ORDER BY number DESC LIMIT 1").map { row in
            AuditRecord(
                number: row["number"], entry: Array(row["entry"] as Data), hash: Array(row["hash"] as Data),
                seal: Array(row["seal"] as Data))
        }
    }
}
