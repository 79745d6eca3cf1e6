// SPDX-License-Identifier: EUPL-1.2

/// The statements of a migration on one connection.
struct MigrationSession {
    /// How long a step waits for calls that use its tables; the calls behind it wait as long.
    private static let lockTimeLimit = 5000
    /// The number of the lock among the database's advisory locks: "wallet" in ASCII.
    private static let lock: Int64 = 0x7761_6C6C_6574

    private let connection: PostgresConnection
    private let call: Call

    /// Connects. The server's own time limits are off: a step takes as long as it takes.
    init(_ configuration: PostgresConfiguration, call: Call) throws(PostgresError) {
        do throws(PostgresFailure) {
            connection = try PostgresConnection(configuration, call: Call(timeLimit: configuration.callTimeLimit))
        } catch {
            throw error.error(of: .harmless)
        }
        self.call = call
        try run("SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 60000")
        guard try execute(Self.encoding).first?.text("encoding") == "UTF8" else {
            throw PostgresError(.configuration, "the database's encoding is not UTF8")
        }
    }

    /// The steps that the database has taken, in order.
    func applied() throws(PostgresError) -> [AppliedMigration] {
        guard try execute(Self.presence).first?.boolean("is_there") == true else { return [] }
        var steps: [AppliedMigration] = []
        for row in try execute(Self.list) {
            steps.append(AppliedMigration(number: try row.integer("number"), hash: try row.bytes("sha256")))
        }
        return steps
    }

    /// The privileges that a server needs and the session's role lacks, such as `INSERT ON audit`.
    func missingGrants() throws(PostgresError) -> [String] {
        var missing: [String] = []
        for row in try execute(ServingGrants.missing) { missing.append(try row.text("missing")) }
        return missing
    }

    /// Takes the first step that the database has not taken yet.
    ///
    /// - Returns: its number; nil when there is none.
    func takeNext(of migrations: [Migration]) throws(PostgresError) -> Int64? {
        try run("BEGIN; SELECT pg_advisory_xact_lock(\(Self.lock)); SET LOCAL lock_timeout = \(Self.lockTimeLimit)")
        guard let step = try migrations.remaining(after: applied()).first else {
            try run("ROLLBACK")
            return nil
        }
        // Behind the lock, as two at the same time would make the table twice.
        try run(Self.table)
        try run(step.sql)
        _ = try execute(Self.record, [.integer(step.number), .bytes(step.hash)])
        try run("COMMIT")
        return step.number
    }

    // MARK: - SQL

    private static let table = """
        CREATE SCHEMA IF NOT EXISTS \(SessionSettings.schema);
        CREATE TABLE IF NOT EXISTS schema_migration (
            number     bigint PRIMARY KEY CHECK (number > 0),
            applied_at timestamptz NOT NULL DEFAULT now(),
            sha256     bytea NOT NULL CHECK (length(sha256) = 32)
        )
        """

    private static let encoding = PostgresStatement(
        "migration.encoding", repetition: .harmless, "SELECT current_setting('server_encoding') AS encoding")

    private static let presence = PostgresStatement(
        "migration.presence", repetition: .harmless,
        "SELECT to_regclass('\(SessionSettings.schema).schema_migration') IS NOT NULL AS is_there")

    private static let list = PostgresStatement(
        "migration.list", repetition: .harmless, "SELECT number, sha256 FROM schema_migration ORDER BY number")

    private static let record = PostgresStatement(
        "migration.record", repetition: .harmless, parameters: [.integer, .bytes],
        "INSERT INTO schema_migration (number, sha256) VALUES ($1, $2)")

    // Whoever does not know whether a step was taken asks again, so no loss is an unknown outcome here.

    private func run(_ sql: String) throws(PostgresError) {
        do throws(PostgresFailure) {
            try connection.run(script: sql, call: call)
        } catch {
            throw error.error(of: .harmless)
        }
    }

    private func execute(_ statement: PostgresStatement, _ values: [PostgresValue] = []) throws(PostgresError) -> [PostgresRow] {
        do throws(PostgresFailure) {
            return try connection.execute(statement, values, call: call)
        } catch {
            throw error.error(of: .harmless)
        }
    }
}
