// SPDX-License-Identifier: EUPL-1.2

import GRDB
package import WalletVerifier

/// The embedded default database of a verifier: one SQLite file with its write-ahead log, accessed through GRDB.
///
/// Each change is one IMMEDIATE transaction, on disk before it returns. A file is opened by one server; several need a different store.
package struct SQLiteSessionStore: Sendable {
    private let pool: DatabasePool

    /// Opens the database. Creates it if it does not exist and migrates an older version.
    ///
    /// - Parameters:
    ///   - path: the file's path; its directory must exist.
    ///   - lock: the longest wait for another program's lock.
    /// - Throws: `SessionStoreError`: `newerVersion` (nothing was changed); `damaged` for a file that is not such a database;
    /// `unavailable`.
    package init(path: String, lock: Duration) throws(SessionStoreError) {
        var configuration = Configuration()
        configuration.label = "sessions"
        configuration.busyMode = .timeout(lock / .seconds(1))
        configuration.maximumReaderCount = 4
        do {
            let pool = try DatabasePool(path: path, configuration: configuration)
            // With a write-ahead log, only FULL flushes at each commit. Removed contents are overwritten.
            try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
            }
            guard try !pool.read({ try VerifierSchema.migrator.hasBeenSuperseded($0) }) else {
                throw SessionStoreError(.newerVersion, "written by a newer version of this program, which is needed to open it")
            }
            guard try pool.read({ try Self.isOwn($0) }) else {
                throw SessionStoreError(.damaged, "not a database of this program")
            }
            try VerifierSchema.migrator.migrate(pool)
            self.pool = pool
        } catch {
            let error = Self.error(for: error)
            let advice = error.code == .damaged ? "; put the right file back" : ""
            throw SessionStoreError(error.code, "\(path): \(error.reason)\(advice)")
        }
    }

    /// True for an empty database and for one that this program has made.
    private static func isOwn(_ database: Database) throws -> Bool {
        if try database.tableExists("grdb_migrations") { return try database.tableExists("session") }
        return try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
    }

    /// Checkpoints the write-ahead log into the database file and closes it.
    ///
    /// - Throws: `SessionStoreError`.
    package func close() throws(SessionStoreError) {
        do {
            _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
            try pool.close()
        } catch {
            throw Self.error(for: error)
        }
    }

    func reading<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws(SessionStoreError) -> Value {
        do {
            return try await pool.read { try body($0) }
        } catch {
            throw Self.error(for: error)
        }
    }

    func writing<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws(SessionStoreError) -> Value {
        do {
            return try await pool.writeWithoutTransaction { database in
                var result: Value?
                try database.inTransaction(.immediate) {
                    result = try body(database)
                    return .commit
                }
                guard let result else { throw SessionStoreError(.unavailable, "nothing was written") }
                return result
            }
        } catch {
            throw Self.error(for: error)
        }
    }

    /// Keeps only SQLite's result code and its meaning, because SQLite's message may quote values.
    private static func error(for error: any Error) -> SessionStoreError {
        switch error {
        case let error as SessionStoreError: error
        case let error as DatabaseError where [.SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_CONSTRAINT].contains(error.resultCode):
            SessionStoreError(.damaged, "SQLite \(error.extendedResultCode)")
        case let error as DatabaseError: SessionStoreError(.unavailable, "SQLite \(error.extendedResultCode)")
        case is CancellationError: SessionStoreError(.unavailable, "cancelled")
        default: SessionStoreError(.unavailable, "\(type(of: error))")
        }
    }
}
