// SPDX-License-Identifier: EUPL-1.2

/// A connection with the statements that a migration needs.
package struct MigrationSession {
    /// The time for which a migration waits for calls that use its tables, in milliseconds. Later calls wait behind it.
    package static let lockTimeLimit = 5000
    /// The key of the advisory lock: "wallet" in ASCII.
    private static let lock: Int64 = 0x7761_6C6C_6574

    private let connection: PostgresConnection
    private let call: Call
    private let schema: PostgresSchema

    /// Connects and disables the server's time limits, because a migration may take long.
    init(_ configuration: PostgresConfiguration, call: Call) throws(PostgresError) {
        do throws(PostgresFailure) {
            connection = try PostgresConnection(configuration, call: Call(timeLimit: configuration.callTimeLimit))
        } catch {
            throw error.error(of: .harmless)
        }
        self.call = call
        schema = configuration.schema
        try run(Self.limits)
        guard try execute(Self.encoding).first?.text("encoding") == "UTF8" else {
            throw PostgresError(.configuration, "the database's encoding is not UTF8")
        }
    }

    /// Returns the applied migrations in order.
    func applied() throws(PostgresError) -> [AppliedMigration] {
        guard try hasTable(Self.tableName) else { return [] }
        var steps: [AppliedMigration] = []
        for row in try execute(Self.list) {
            steps.append(AppliedMigration(number: try row.integer("number"), hash: try row.bytes("sha256")))
        }
        return steps
    }

    /// Returns the privileges that a server needs and the session's role lacks, such as `INSERT ON audit`.
    func missingGrants() throws(PostgresError) -> [String] {
        guard let statement = schema.missingGrants else { return [] }
        var missing: [String] = []
        for row in try execute(statement) { missing.append(try row.text("missing")) }
        return missing
    }

    /// Applies the first migration that the database has not applied yet.
    ///
    /// - Returns: its number; nil if all migrations are applied.
    func takeNext(of migrations: [Migration]) throws(PostgresError) -> Int64? {
        try run("BEGIN; SELECT pg_advisory_xact_lock(\(Self.lock)); SET LOCAL lock_timeout = \(Self.lockTimeLimit)")
        guard let step = try migrations.remaining(after: applied()).first else {
            try run("ROLLBACK")
            return nil
        }
        // Created under the lock, so that concurrent migrators do not both create the table.
        try run(table)
        try run(step.sql)
        _ = try execute(Self.record, [.integer(step.number), .bytes(step.hash)])
        try run("COMMIT")
        return step.number
    }

    /// Returns true if the schema has a table of this name.
    package func hasTable(_ name: String) throws(PostgresError) -> Bool {
        try execute(Self.presence, [.text("\(schema.name).\(name)")]).first?.boolean("is_there") == true
    }

    /// Commits the transaction.
    ///
    /// - Throws: `outcomeUnknown` if the connection was lost before the answer.
    package func commit() throws(PostgresError) {
        do throws(PostgresFailure) {
            try connection.run(script: "COMMIT", call: call)
        } catch {
            throw error.error(of: .forbidden)
        }
    }

    // MARK: - SQL

    // Only PostgreSQL 17 and later limit the time of a transaction.
    private static let limits = """
        SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 60000; SET idle_session_timeout = 0;
        SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'transaction_timeout'
        """

    private static let tableName = "schema_migration"

    private var table: String {
        """
        CREATE SCHEMA IF NOT EXISTS \(schema.name);
        CREATE TABLE IF NOT EXISTS schema_migration (
            number     bigint PRIMARY KEY CHECK (number > 0),
            applied_at timestamptz NOT NULL DEFAULT now(),
            sha256     bytea NOT NULL CHECK (length(sha256) = 32)
        )
        """
    }

    private static let encoding = PostgresStatement(
        "migration.encoding", repetition: .harmless, "SELECT current_setting('server_encoding') AS encoding")

    private static let presence = PostgresStatement(
        "migration.presence", repetition: .harmless, parameters: [.text], "SELECT to_regclass($1) IS NOT NULL AS is_there")

    private static let list = PostgresStatement(
        "migration.list", repetition: .harmless, "SELECT number, sha256 FROM schema_migration ORDER BY number")

    private static let record = PostgresStatement(
        "migration.record", repetition: .harmless, parameters: [.integer, .bytes],
        "INSERT INTO schema_migration (number, sha256) VALUES ($1, $2)")

    // A migrator that loses its connection checks the applied migrations again, so no failure here counts as an unknown outcome.

    /// Runs constant SQL without parameters, as `PostgresConnection` does; results are dropped.
    package func run(_ sql: String) throws(PostgresError) {
        do throws(PostgresFailure) {
            try connection.run(script: sql, call: call)
        } catch {
            throw error.error(of: .harmless)
        }
    }

    /// Executes a statement, as its own transaction unless one is open.
    package func execute(_ statement: PostgresStatement, _ values: [PostgresValue] = []) throws(PostgresError) -> [PostgresRow] {
        do throws(PostgresFailure) {
            return try connection.execute(statement, values, call: call)
        } catch {
            throw error.error(of: .harmless)
        }
    }
}
