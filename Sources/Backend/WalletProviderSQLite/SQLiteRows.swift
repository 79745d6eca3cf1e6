// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import WalletProvider

/// The rows of a database inside a transaction.
struct SQLiteRows: AccountRowSource {
    let database: Database

    func columns(of table: AccountTable) throws -> [String] { try sharedColumns(of: table).map(\.name) }

    /// The columns that every account database has. A message's id is SQLite's own.
    private func sharedColumns(of table: AccountTable) throws -> [ColumnInfo] {
        try database.columns(in: table.rawValue).filter { table != .message || $0.name != "id" }
    }

    func count(of table: AccountTable) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT count(*) FROM \"\(table.rawValue)\"") ?? 0
    }

    func pages(of table: AccountTable, size: Int, _ body: (_ page: AccountRowPage) throws -> Void) throws {
        let columns = try sharedColumns(of: table).sorted { $0.name < $1.name }
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
