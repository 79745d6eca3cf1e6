// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
import WalletProvider

/// The tables of a move of accounts. They exist from its beginning to its commit, and servers refuse the database that long.
enum MovedRows {
    /// The table with the id of the move. Where it is, a move is not complete.
    static let mark = "account_move"
    /// The number of rows that are copied and compared together.
    static let pageSize = 500

    /// The name of the table with the copied rows, without keys and indexes.
    static func copy(of table: AccountTable) -> String { "moving_\(table.rawValue)" }

    /// Replaces the tables by empty tables.
    static var creation: String {
        """
        BEGIN; DROP TABLE IF EXISTS \(tables); CREATE TABLE \(mark) (id uuid NOT NULL DEFAULT gen_random_uuid());
        INSERT INTO \(mark) DEFAULT VALUES;
        \(AccountTable.allCases.map { "CREATE TABLE \(copy(of: $0)) (LIKE \($0.rawValue));" }.joined(separator: "\n"))
        COMMIT
        """
    }

    static var removal: String { "DROP TABLE \(tables)" }

    private static var tables: String { ([mark] + AccountTable.allCases.map(copy(of:))).joined(separator: ", ") }

    static func insert(into table: AccountTable) -> PostgresStatement {
        let name = copy(of: table)
        return PostgresStatement(
            "move.insert.\(table.rawValue)", repetition: .forbidden, parameters: [.text],
            "INSERT INTO \(name) SELECT * FROM jsonb_populate_recordset(null::\(name), $1::jsonb)")
    }
}

extension MigrationSession {
    /// Returns the columns of a table in their order; none if there is no such table.
    func columns(of name: String) throws(PostgresError) -> [MovedColumn] {
        var columns: [MovedColumn] = []
        for row in try execute(Self.moveColumns, [.text("\(Schema.name).\(name)")]) {
            columns.append(
                MovedColumn(name: try row.text("name"), isBytes: try row.boolean("is_bytes"), isBoolean: try row.boolean("is_boolean")))
        }
        return columns
    }

    func hasRows(_ table: AccountTable) throws(PostgresError) -> Bool {
        let statement = PostgresStatement(
            "move.rows.\(table.rawValue)", repetition: .harmless, "SELECT EXISTS (SELECT FROM \(table.rawValue)) AS is_there")
        return try execute(statement).first?.boolean("is_there") == true
    }

    /// Reads all rows of a table and returns the digests of its pages.
    ///
    /// - Parameter table: the table whose key orders the rows.
    func digests(of name: String, like table: AccountTable) throws(PostgresError) -> [RowPageDigest] {
        let columns = try columns(of: name).sorted { $0.name < $1.name }
        let order = table.key.map { "\"\($0)\"" }.joined(separator: ", ")
        let statement = PostgresStatement(
            "move.digests.\(name)", repetition: .harmless,
            """
            SELECT count(*) AS count, sha256(string_agg(line, ''::bytea ORDER BY place)) AS digest
            FROM (
                SELECT row_number() OVER (ORDER BY \(order)) - 1 AS place,
                    sha256(convert_to(concat_ws(' ', \(columns.map(\.text).joined(separator: ", "))), 'UTF8')) AS line
                FROM \(name)
            ) AS lines
            GROUP BY place / \(MovedRows.pageSize) ORDER BY place / \(MovedRows.pageSize)
            """)
        var pages: [RowPageDigest] = []
        for row in try execute(statement) { pages.append(try RowPageDigest(row)) }
        return pages
    }

    /// Returns the id of the move that is not complete; nil if there is none.
    func moveID() throws(PostgresError) -> String? {
        guard try isReceivingMove() else { return nil }
        return try execute(Self.moveIdentity).first?.text("id")
    }

    /// Returns true if the move with this mark was committed here.
    func hasRecord(of mark: AccountMoveMark) throws(PostgresError) -> Bool {
        try execute(Self.moveRecord, [.integer(mark.number), .bytes(mark.hash)]).first?.boolean("is_there") == true
    }

    func announce(_ record: AuditRecord) throws(PostgresError) {
        _ = try execute(Self.moveAnnouncement, [.integer(record.number), .bytes(record.entry), .bytes(record.hash), .bytes(record.seal)])
    }

    // MARK: - SQL

    private static let moveColumns = PostgresStatement(
        "move.columns", repetition: .harmless, parameters: [.text],
        """
        SELECT attname::text AS name, atttypid = 'bytea'::regtype AS is_bytes, atttypid = 'boolean'::regtype AS is_boolean
        FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum
        """)

    private static let moveIdentity = PostgresStatement(
        "move.id", repetition: .harmless, "SELECT id::text AS id FROM \(MovedRows.mark)")

    private static let moveRecord = PostgresStatement(
        "move.record", repetition: .harmless, parameters: [.integer, .bytes],
        "SELECT EXISTS (SELECT FROM audit WHERE number = $1 AND hash = $2) AS is_there")

    private static let moveAnnouncement = PostgresStatement(
        "move.audit", repetition: .forbidden, parameters: [.integer, .bytes, .bytes, .bytes],
        "INSERT INTO audit (number, entry, hash, seal) VALUES ($1, $2, $3, $4)")
}
