// SPDX-License-Identifier: EUPL-1.2

import BlockingWork

/// Migrates databases to the version of this program, and checks their version.
///
/// Each migration is one transaction under an advisory lock. So migrators can run concurrently, and an interrupted migrator leaves only
/// complete steps. Downgrades are not possible.
///
/// The migrating role owns the schema `wallet_provider`, or may create it in the database. The serving role needs only `USAGE` on the
/// schema, and `SELECT`, `INSERT`, `UPDATE` and `DELETE` on its tables.
package struct PostgresMigrator: Sendable {
    private let configuration: PostgresConfiguration
    private let migrations: [Migration]

    /// The time limit for all migrations together.
    private static let timeLimit: Duration = .seconds(3600)
    /// The time limit for a move of accounts. Its last transaction writes and reads back all rows.
    static let moveTimeLimit: Duration = .seconds(86_400)

    /// Creates a migrator to the version of this program.
    package init(_ configuration: PostgresConfiguration) {
        self.init(configuration, to: Schema.migrations)
    }

    /// Creates a migrator to a different version, for tests.
    package init(_ configuration: PostgresConfiguration, to migrations: [Migration]) {
        self.configuration = configuration
        self.migrations = migrations
    }

    /// Applies the missing migrations in order.
    ///
    /// - Returns: the numbers of the migrations applied by this call.
    /// - Throws: `PostgresError`: `newerVersion` or `damaged` (nothing was changed). After any other error, the migrations before the
    ///   failed one stay applied, and the next run continues there.
    package func migrate() async throws(PostgresError) -> [Int64] {
        let migrations = migrations
        return try await onOneConnection { session throws(PostgresError) in
            var taken: [Int64] = []
            while let step = try session.takeNext(of: migrations) { taken.append(step) }
            return taken
        }
    }

    /// Checks that the database has this program's version, without changing it.
    ///
    /// - Parameters:
    ///   - serving: true also checks that the role has every privilege that a server needs.
    ///   - duringMove: true accepts a database into which accounts are being moved.
    /// - Throws: `PostgresError`: `migrationNeeded`, `newerVersion`, `damaged`, `incomplete`, `unavailable`, `configuration`; `refused` if
    ///   a privilege is missing.
    package func check(serving: Bool = false, duringMove: Bool = false) async throws(PostgresError) {
        let migrations = migrations
        try await onOneConnection { session throws(PostgresError) in
            guard try migrations.remaining(after: session.applied()).isEmpty else {
                throw PostgresError(.migrationNeeded, "the database is empty or of an older version: run wallet-provider migrate")
            }
            if !duringMove {
                guard try !session.isReceivingMove() else {
                    throw PostgresError(
                        .incomplete, "a move of accounts into the database is not complete: run wallet-provider accounts move again")
                }
            }
            guard serving else { return }
            let missing = try session.missingGrants()
            guard missing.isEmpty else {
                throw PostgresError(.refused, "the role that serves lacks \(missing.joined(separator: ", "))")
            }
        }
    }

    /// Runs a session on its own thread. A transaction still open at the end is rolled back.
    func onOneConnection<Value: Sendable>(
        within timeLimit: Duration = Self.timeLimit, _ body: @escaping @Sendable (MigrationSession) throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        try configuration.validate()
        let configuration = configuration
        let limits = PoolLimits(
            name: "migrate", threads: 1, queue: 1, time: timeLimit, callsAreShort: false, workersKeepDeadlines: true)
        let workers = WorkerPool<Void>(limits, makeWorker: {})
        let result: Result<Value, PostgresError>
        do {
            result = try await workers.perform { _, call in
                .done(Result { () throws(PostgresError) in try body(MigrationSession(configuration, call: call)) })
            }
        } catch {
            result = .failure(PostgresError(.unavailable, "the command was cancelled or took too long"))
        }
        workers.stop()
        await workers.ended()
        return try result.get()
    }
}
