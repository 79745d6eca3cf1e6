// SPDX-License-Identifier: EUPL-1.2

/// Brings databases up to date, and tells those that are not.
///
/// Each step is one transaction that holds a lock of the database, so any number of migrators may run at the same time, and one that is
/// ended on the way leaves whole steps. There is no way back to an older version.
///
/// The role that migrates owns the schema `wallet_provider`, or may make it in the database. The role that serves needs no more than
/// `USAGE` on it, and `SELECT`, `INSERT`, `UPDATE` and `DELETE` on its tables.
package struct PostgresMigrator: Sendable {
    private let configuration: PostgresConfiguration
    private let migrations: [Migration]

    /// How long all steps together may take.
    private static let timeLimit: Duration = .seconds(3600)

    /// A migrator to the version of this program.
    package init(_ configuration: PostgresConfiguration) {
        self.init(configuration, to: Schema.migrations)
    }

    /// A migrator to another version, for tests.
    package init(_ configuration: PostgresConfiguration, to migrations: [Migration]) {
        self.configuration = configuration
        self.migrations = migrations
    }

    /// Takes the steps that the database has not taken yet, in order.
    ///
    /// - Returns: the numbers of the steps that were taken here.
    /// - Throws: `PostgresError`: `newerVersion` or `damaged`, and nothing was changed; otherwise the steps before the one that failed were
    ///   taken, and the next run goes on from there.
    package func migrate() async throws(PostgresError) -> [Int64] {
        let migrations = migrations
        return try await onOneConnection { session throws(PostgresError) in
            var taken: [Int64] = []
            while let step = try session.takeNext(of: migrations) { taken.append(step) }
            return taken
        }
    }

    /// Checks that the database is of this program's version, without changing it.
    ///
    /// - Parameter serving: also checks that the role has every privilege that a server needs.
    /// - Throws: `PostgresError`: `migrationNeeded`, `newerVersion`, `damaged`, `unavailable`, `configuration`; `refused` when a privilege is
    ///   missing.
    package func check(serving: Bool = false) async throws(PostgresError) {
        let migrations = migrations
        try await onOneConnection { session throws(PostgresError) in
            guard try migrations.remaining(after: session.applied()).isEmpty else {
                throw PostgresError(.migrationNeeded, "the database is empty or of an older version: run wallet-provider migrate")
            }
            guard serving else { return }
            let missing = try session.missingGrants()
            guard missing.isEmpty else {
                throw PostgresError(.refused, "the role that serves lacks \(missing.joined(separator: ", "))")
            }
        }
    }

    /// A session on a thread of its own; a transaction that is open at the end is taken back.
    private func onOneConnection<Value: Sendable>(
        _ body: @escaping @Sendable (MigrationSession) throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        try configuration.validate()
        let configuration = configuration
        let workers = WorkerPool(.init(name: "migrate", threads: 1, queue: 1, time: Self.timeLimit)) { () }
        let result: Result<Value, PostgresError>
        do {
            result = try await workers.perform { _, call in
                .done(Result { () throws(PostgresError) in try body(MigrationSession(configuration, call: call)) })
            }
        } catch {
            result = .failure(PostgresError(.unavailable, "the migration was cancelled or took too long"))
        }
        workers.stop()
        await workers.ended()
        return try result.get()
    }
}
