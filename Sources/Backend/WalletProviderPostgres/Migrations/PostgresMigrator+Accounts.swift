// SPDX-License-Identifier: EUPL-1.2

package import WalletProvider

extension PostgresMigrator {
    /// Moves all rows of another database into this database, which is migrated and has no rows, in one transaction.
    ///
    /// - Parameters:
    ///   - record: the audit record of the move, which follows the last record of the source.
    ///   - reading: calls its argument with the source's rows, which do not change until it returns.
    /// - Returns: the number of rows of each table, without `record`.
    /// - Throws: `AccountMoveError`, `PostgresError`, errors of `reading`. After an error nothing was moved; after `outcomeUnknown` the
    ///   commit may have taken place.
    package func takeAccounts(
        announcing record: AuditRecord,
        reading: @escaping @Sendable (_ body: (any AccountRowSource) throws -> [AccountTable: Int64]) throws -> [AccountTable: Int64]
    ) async throws -> [AccountTable: Int64] {
        try await onOneConnection { session throws(PostgresError) -> Result<[AccountTable: Int64], any Error> in
            Result { try reading { rows in try session.take(rows, announcing: record) } }
        }
        .get()
    }
}

extension MigrationSession {
    /// The number of rows in a statement.
    private static let pageSize = 500

    fileprivate func take(_ rows: any AccountRowSource, announcing record: AuditRecord) throws -> [AccountTable: Int64] {
        guard (try rows.lastAuditRecord()?.number ?? 0) + 1 == record.number else {
            throw AccountMoveError(.sourceChanged, "Another command wrote to the source in the meantime: run the move again.")
        }
        try begin()
        for table in AccountTable.allCases {
            try checkColumns(of: table, in: rows)
            if table == .statusList { try run("DELETE FROM status_list") }
            guard try count(of: table) == 0 else {
                throw AccountMoveError(
                    .targetNotEmpty, "The target has rows in its table \(table.rawValue) already: give an empty database, after migrate.")
            }
        }
        // Each row of a revoked person would take a lock of its own, and the source has the persons' wallets revoked already.
        try run("ALTER TABLE account DISABLE TRIGGER account_follows_holder")
        var counts: [AccountTable: Int64] = [:]
        for table in AccountTable.allCases {
            try rows.pages(of: table, size: Self.pageSize) { page in _ = try execute(Self.insert(into: table), [.text(page)]) }
            counts[table] = try count(of: table)
            guard try counts[table] == rows.count(of: table) else {
                throw AccountMoveError(.differentCounts, "Not all rows of \(table.rawValue) arrived. Nothing was moved.")
            }
        }
        try run("ALTER TABLE account ENABLE TRIGGER account_follows_holder")
        _ = try execute(Self.announce, [.integer(record.number), .bytes(record.entry), .bytes(record.hash), .bytes(record.seal)])
        try commit()
        return counts
    }

    private func checkColumns(of table: AccountTable, in rows: any AccountRowSource) throws {
        let here = try execute(Self.columns, [.text("\(SessionSettings.schema).\(table.rawValue)")]).map { try $0.text("name") }
        guard try Set(here) == Set(rows.columns(of: table)) else {
            throw AccountMoveError(
                .differentColumns, "The table \(table.rawValue) has other columns in source and target: run migrate first.")
        }
    }

    private func count(of table: AccountTable) throws(PostgresError) -> Int64 {
        try execute(Self.counting(table)).first?.integer("count") ?? 0
    }

    // MARK: - SQL

    private static let columns = PostgresStatement(
        "move.columns", repetition: .harmless, parameters: [.text],
        "SELECT attname::text AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped")

    private static func counting(_ table: AccountTable) -> PostgresStatement {
        PostgresStatement("move.count.\(table.rawValue)", repetition: .harmless, "SELECT count(*) AS count FROM \(table.rawValue)")
    }

    private static func insert(into table: AccountTable) -> PostgresStatement {
        PostgresStatement(
            "move.insert.\(table.rawValue)", repetition: .forbidden, parameters: [.text],
            "INSERT INTO \(table.rawValue) SELECT * FROM jsonb_populate_recordset(null::\(table.rawValue), $1::jsonb)")
    }

    private static let announce = PostgresStatement(
        "move.audit", repetition: .forbidden, parameters: [.integer, .bytes, .bytes, .bytes],
        "INSERT INTO audit (number, entry, hash, seal) VALUES ($1, $2, $3, $4)")
}
