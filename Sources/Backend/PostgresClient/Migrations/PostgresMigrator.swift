// SPDX-License-Identifier: EUPL-1.2

import BlockingWork

/// Migrates databases to the version of this program, and checks their version.
///
/// Each migration is one transaction under an advisory lock. So migrators can run concurrently, and an interrupted migrator leaves only
/// complete steps. Downgrades are not possible.
///
/// The migrating role owns the program's schema, or may create it in the database. The serving role needs only `USAGE` on the schema, and
/// the schema's grants on its tables.
package struct PostgresMigrator: Sendable {
    private let configuration: PostgresConfiguration
    private let migrations: [Migration]

    /// The time limit for all migrations together.
    package static let timeLimit: Duration = .seconds(3600)

    /// Creates a migrator to the version of this program.
    package init(_ configuration: PostgresConfiguration) {
        self.init(configuration, to: configuration.schema.migrations)
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
    ///   - duringUnfinishedWork: true accepts a database whose unfinished work (`UnfinishedWork`) is not complete.
    /// - Throws: `PostgresError`: `migrationNeeded`, `newerVersion`, `damaged`, `incomplete`, `unavailable`, `configuration`; `refused` if
    ///   a privilege is missing.
    package func check(serving: Bool = false, duringUnfinishedWork: Bool = false) async throws(PostgresError) {
        let migrations = migrations
        let schema = configuration.schema
        try await onOneConnection { session throws(PostgresError) in
            guard try migrations.remaining(after: session.applied()).isEmpty else {
                throw PostgresError(.migrationNeeded, "the database is empty or of an older version: run \(schema.migrationCommand)")
            }
            if !duringUnfinishedWork, let unfinished = schema.unfinished {
                guard try !session.hasTable(unfinished.table) else { throw PostgresError(.incomplete, unfinished.reason) }
            }
            guard serving else { return }
            let missing = try session.missingGrants()
            guard missing.isEmpty else {
                throw PostgresError(.refused, "the role that serves lacks \(missing.joined(separator: ", "))")
            }
        }
    }

    /// Runs a session on its own thread. A transaction still open at the end is rolled back.
    package func onOneConnection<Value: Sendable>(
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
