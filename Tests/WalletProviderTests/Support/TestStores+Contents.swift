// SPDX-License-Identifier: EUPL-1.2

import GRDB
import PostgresCluster
import Testing

/// The contents of a database, as an attacker reads and changes them.
extension TestStores {
    /// Changes the audit log like an attacker with write access to the database. `ENTRY` and `ZEROS` stand for two byte strings.
    ///
    /// - Parameter guarded: true keeps the database's own protection, otherwise it is removed first.
    func rewriteAuditLog(_ statements: [String], guarded: Bool = false) async throws {
        @Sendable func script(_ free: [String], entry: String, zeros: String) -> String {
            ((guarded ? [] : free) + statements).joined(separator: ";\n")
                .replacing("ENTRY", with: entry).replacing("ZEROS", with: zeros)
        }
        switch self {
        case .sqlite(let file, _, _):
            let queue = try DatabaseQueue(path: file)
            defer { try? queue.close() }
            let free = ["DROP TRIGGER audit_keeps", "DROP TRIGGER audit_stays"]
            try await queue.write { try $0.execute(sql: script(free, entry: "x'7B7D'", zeros: "zeroblob(32)")) }
        case .postgres(let server):
            let free = ["DROP TRIGGER audit_keeps ON audit", "ALTER TABLE audit DROP CONSTRAINT audit_number_check"]
            try await server.run(
                "SET search_path = wallet_provider;\n" + script(free, entry: "'{}'::bytea", zeros: "decode(repeat('00', 32), 'hex')"))
        }
    }

    /// Returns all values of each column, concatenated, by `table.column`.
    func columns() async throws -> [String: [UInt8]] {
        guard let server else { return try await sqliteColumns() }
        let kinds = try await server.run(
            "SELECT table_name || '.' || column_name || ' ' || data_type FROM information_schema.columns WHERE table_schema = 'wallet_provider'"
        )
        var columns: [String: [UInt8]] = [:]
        for kind in kinds {
            let parts = kind.split(separator: " ", maxSplits: 1)
            let names = parts[0].split(separator: ".")
            let isBytes = parts[1] == "bytea"
            let value = isBytes ? "encode(\"\(names[1])\", 'hex')" : "\"\(names[1])\"::text"
            let rows = try await server.run("SELECT \(value) FROM wallet_provider.\"\(names[0])\" WHERE \"\(names[1])\" IS NOT NULL")
            columns[String(parts[0])] = rows.flatMap { (isBytes ? Self.bytes(hex: $0) : Array($0.utf8)) + [0] }
        }
        return columns
    }

    private func sqliteColumns() async throws -> [String: [UInt8]] {
        let queue = try DatabaseQueue(path: try #require(file))
        defer { try? queue.close() }
        return try await queue.read { database in
            var columns: [String: [UInt8]] = [:]
            for table in try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'") {
                for row in try Row.fetchAll(database, sql: "SELECT * FROM \"\(table)\"") {
                    for (column, value) in row { columns["\(table).\(column)", default: []] += Self.bytes(of: value) + [0] }
                }
            }
            return columns
        }
    }

    private static func bytes(of value: DatabaseValue) -> [UInt8] {
        switch value.storage {
        case .blob(let data): Array(data)
        case .string(let text): Array(text.utf8)
        default: []
        }
    }

    private static func bytes(hex: String) -> [UInt8] {
        let digits = Array(hex.utf8).map { $0 < 58 ? $0 - 48 : $0 - 87 }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
