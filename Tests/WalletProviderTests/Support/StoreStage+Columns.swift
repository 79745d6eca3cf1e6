// SPDX-License-Identifier: EUPL-1.2

import GRDB
import PostgresCluster
import Testing

/// All contents of a database.
extension StoreStage {
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
