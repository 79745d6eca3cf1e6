// SPDX-License-Identifier: EUPL-1.2

package import PostgresClient
package import WalletProvider

extension PostgresMigrator {
    /// The time limit for a move of accounts. Its last transaction writes and reads back all rows.
    private static let moveTimeLimit: Duration = .seconds(86_400)

    /// Moves all accounts of another database into this database, which is migrated and has no accounts. A call after an interrupted call
    /// completes the move.
    ///
    /// The rows are first copied to tables beside those of the provider, each page with its own commit; the next call continues after the
    /// pages that are there and equal the source's. One transaction then puts all rows in place, reads them back, compares them with the
    /// source's, and writes the audit record. Before it is committed, the source is marked as moved, so that at no time both databases
    /// serve. A call that finds the mark looks for the audit record: either the move took place, or the source is in use again.
    ///
    /// - Parameter record: the audit record of the move, which follows the last record of the source.
    /// - Returns: the number of rows of each table of the source.
    /// - Throws: `AccountMoveError`, `PostgresError`, errors of the source. After an error the source is in use and this database has no
    ///   accounts, unless the source has its mark: then the next call finds out which database has the accounts.
    package func takeAccounts(from source: any AccountMoveSource, announcing record: AuditRecord) async throws -> [AccountTable: Int64] {
        try await onOneConnection(within: Self.moveTimeLimit) { session throws(PostgresError) -> Result<[AccountTable: Int64], any Error> in
            Result { try session.take(from: source, announcing: record) }
        }
        .get()
    }
}

extension MigrationSession {
    fileprivate func take(from source: any AccountMoveSource, announcing record: AuditRecord) throws -> [AccountTable: Int64] {
        try beginMove()
        if let mark = try source.moveMark() {
            guard try !hasRecord(of: mark) else { return try source.withRows(Self.counts) }
            guard try moveID() == mark.id else {
                throw AccountMoveError(
                    .otherTarget, "An earlier move of these accounts went to another database: give that one as --to. Nothing was changed.")
            }
            // The earlier transaction has ended without a commit.
            try source.removeMoveMark()
        }
        var counts: [AccountTable: Int64] = [:]
        try source.retire { rows in
            let id = try prepareMove(of: rows, announcing: record)
            var pages: [AccountTable: [RowPageDigest]] = [:]
            for table in AccountTable.allCases { pages[table] = try copy(table, from: rows) }
            try putInPlace(pages, announcing: record)
            counts = pages.mapValues(\.rows)
            return AccountMoveMark(id: id, number: record.number, hash: record.hash)
        }
        do throws(PostgresError) {
            try commit()
        } catch {
            if error.code != .outcomeUnknown { try source.removeMoveMark() }
            throw error
        }
        return counts
    }

    private func beginMove() throws {
        do throws(PostgresError) {
            try lockMoves()
        } catch {
            guard error.state == Self.lockNotAvailable else { throw error }
            throw AccountMoveError(
                .targetBusy, "Another move into this database runs, or the server has not ended its session yet: run the command again.")
        }
    }

    private static let lockNotAvailable = SQLState("55P03")

    private static func counts(of rows: any AccountRowSource) throws -> [AccountTable: Int64] {
        var counts: [AccountTable: Int64] = [:]
        for table in AccountTable.allCases { counts[table] = try rows.count(of: table) }
        return counts
    }

    /// Checks that the rows can be moved, and makes the tables for the copies unless they are there.
    ///
    /// - Returns: the id of the move.
    private func prepareMove(of rows: any AccountRowSource, announcing record: AuditRecord) throws -> String {
        guard (try rows.lastAuditRecord()?.number ?? 0) + 1 == record.number else {
            throw AccountMoveError(.sourceChanged, "Another command wrote to the source in the meantime: run the move again.")
        }
        var hasCopies = true
        for table in AccountTable.allCases {
            let columns = try columns(of: table.rawValue)
            guard try Set(columns.map(\.name)) == Set(rows.columns(of: table)) else {
                throw AccountMoveError(
                    .differentColumns, "The table \(table.rawValue) has other columns in source and target: run migrate first.")
            }
            if try self.columns(of: MovedRows.copy(of: table)) != columns { hasCopies = false }
        }
        try requireNoAccounts()
        if hasCopies, let id = try moveID() { return id }
        try run(MovedRows.creation)
        guard let id = try moveID() else { throw PostgresError(.damaged, "the tables of the move are missing") }
        return id
    }

    private func requireNoAccounts() throws {
        // A migration makes a row of this table.
        for table in AccountTable.allCases where table != .statusList {
            guard try !hasRows(table) else {
                throw AccountMoveError(
                    .targetNotEmpty,
                    "The target has rows in its table \(table.rawValue) already: give an empty database, after migrate. Nothing was moved.")
            }
        }
    }

    /// Copies the pages of a table that are not in its copy yet.
    private func copy(_ table: AccountTable, from rows: any AccountRowSource) throws -> [RowPageDigest] {
        let former = try digests(of: MovedRows.copy(of: table), like: table)
        var pages: [RowPageDigest] = []
        var isSame = true
        try rows.pages(of: table, size: MovedRows.pageSize) { page in
            let digest = RowPageDigest(page)
            if pages.count < former.count {
                isSame = isSame && former[pages.count] == digest
            } else if isSame {
                _ = try execute(MovedRows.insert(into: table), [.text(page.json)])
            }
            pages.append(digest)
        }
        guard isSame, pages.count >= former.count else {
            // The source was used after the earlier call, or the earlier call copied a different source.
            try run("TRUNCATE \(MovedRows.copy(of: table))")
            return try copy(table, from: rows)
        }
        return pages
    }

    /// Begins the transaction that puts the copies in place, and compares what is there afterwards. The caller commits it.
    private func putInPlace(_ pages: [AccountTable: [RowPageDigest]], announcing record: AuditRecord) throws {
        try begin()
        try requireNoAccounts()
        try run("DELETE FROM status_list")
        // Each row of a revoked person would take a lock of its own, and the source has the persons' wallets revoked already.
        try run("ALTER TABLE account DISABLE TRIGGER account_follows_holder")
        for table in AccountTable.allCases { try run("INSERT INTO \(table.rawValue) SELECT * FROM \(MovedRows.copy(of: table))") }
        try run("ALTER TABLE account ENABLE TRIGGER account_follows_holder")
        for table in AccountTable.allCases {
            let here = try digests(of: table.rawValue, like: table)
            let there = pages[table] ?? []
            guard here == there else {
                throw AccountMoveError(
                    .differentRows,
                    "The table \(table.rawValue) read back from PostgreSQL differs: \(there.rows) rows in the source, \(here.rows) in the "
                        + "target\(there.rows == here.rows ? " with other contents" : ""). Nothing was moved, and the source stays in use. "
                        + "Make the target anew, without triggers or rules of others, and run the command again.")
            }
        }
        try announce(record)
        try run(MovedRows.removal)
    }
}

extension [RowPageDigest] {
    fileprivate var rows: Int64 { reduce(0) { $0 + $1.count } }
}
