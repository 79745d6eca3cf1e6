// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
package import Foundation
import GRDB

/// The issuer's database: one SQLite file with its write-ahead log, accessed through GRDB.
///
/// Each change is one IMMEDIATE transaction, durable before it returns. So a single-use value is used once, despite concurrency and
/// crashes.
package struct IssuerStore: Sendable {
    private let pool: DatabasePool
    private let clock: @Sendable () -> Date

    /// Opens the database. Creates it if it does not exist and migrates an older version.
    ///
    /// - Parameters:
    ///   - path: the file's path; its directory must exist.
    ///   - timeouts: the time limit for another program's lock.
    ///   - clock: the clock by which records expire.
    /// - Throws: ``IssuerStoreError``. A database of a newer version is not changed.
    package init(path: String, timeouts: Timeouts, clock: @escaping @Sendable () -> Date) throws(IssuerStoreError) {
        var configuration = Configuration()
        configuration.label = "issuer"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(timeouts.issuerLock / .seconds(1))
        configuration.maximumReaderCount = 4
        do {
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
            }
            guard try !pool.read({ try IssuerSchema.migrator.hasBeenSuperseded($0) }) else {
                throw IssuerStoreError(.newerVersion, "written by a newer version of this program, which is needed to open it")
            }
            guard try pool.read({ try Self.isOwn($0) }) else {
                throw IssuerStoreError(.damaged, "not a database of this program")
            }
            try IssuerSchema.migrator.migrate(pool)
            self.pool = pool
            self.clock = clock
        } catch {
            let error = IssuerStoreError(error)
            let advice = error.code == .damaged ? "; put the right file back" : ""
            throw IssuerStoreError(error.code, "\(path): \(error.reason)\(advice)")
        }
    }

    /// True for an empty database and for one that this program has made.
    private static func isOwn(_ database: Database) throws -> Bool {
        try database.tableExists("grdb_migrations") || Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
    }

    /// Checkpoints the write-ahead log into the database file and closes it.
    ///
    /// - Throws: ``IssuerStoreError``.
    package func close() throws(IssuerStoreError) {
        do {
            _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
            try pool.close()
        } catch {
            throw IssuerStoreError(error)
        }
    }

    /// The current time in seconds since 1970.
    var now: Int64 { Int64(clock().timeIntervalSince1970.rounded(.down)) }

    /// Reads one row, for the health check.
    ///
    /// - Throws: ``IssuerStoreError`` when the database cannot be read.
    func check() async throws(IssuerStoreError) {
        _ = try await reading { database, _ in try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") }
    }

    func reading<Value: Sendable>(_ body: @Sendable @escaping (Database, _ now: Int64) throws -> Value) async throws(IssuerStoreError)
        -> Value
    {
        do {
            let now = now
            return try await pool.read { try body($0, now) }
        } catch {
            throw IssuerStoreError(error)
        }
    }

    func writing<Value: Sendable>(_ body: @Sendable @escaping (Database, _ now: Int64) throws -> Value) async throws(IssuerStoreError)
        -> Value
    {
        do {
            let now = now
            return try await pool.writeWithoutTransaction { database in
                var result: Value?
                try database.inTransaction(.immediate) {
                    result = try body(database, now)
                    return .commit
                }
                guard let result else { throw IssuerStoreError(.unavailable, "nothing was written") }
                return result
            }
        } catch {
            throw IssuerStoreError(error)
        }
    }
}
