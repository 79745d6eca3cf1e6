// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import GRDB

/// What the issuer must remember: one SQLite file (and its write-ahead log) through GRDB.
///
/// Every change is one IMMEDIATE transaction, on disk before it returns, so what may be used once is used once, whatever happens at the same
/// time and whenever the process ends.
package struct IssuerStore: Sendable {
    private let pool: DatabasePool
    private let clock: @Sendable () -> Date

    /// Opens the database, makes it when there is none, and brings an older one to this version.
    ///
    /// - Parameters:
    ///   - path: of the file; its directory must be there.
    ///   - clock: by which what is kept expires.
    /// - Throws: ``IssuerStoreError``; a database of a newer version is left as it is.
    package init(path: String, clock: @escaping @Sendable () -> Date) throws(IssuerStoreError) {
        var configuration = Configuration()
        configuration.label = "issuer"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 4
        do {
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
            }
            guard try !pool.read({ try IssuerSchema.migrator.hasBeenSuperseded($0) }) else {
                throw IssuerStoreError(.newerVersion, "written by a newer version of this program")
            }
            try IssuerSchema.migrator.migrate(pool)
            self.pool = pool
            self.clock = clock
        } catch {
            let error = IssuerStoreError(error)
            throw IssuerStoreError(error.code, "\(path): \(error.reason)")
        }
    }

    /// Writes everything into the one file and closes it.
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

    /// Seconds since 1970.
    var now: Int64 { Int64(clock().timeIntervalSince1970.rounded(.down)) }

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

/// Why the store did not do what it was asked for; holds nothing of what is stored.
package struct IssuerStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds.
    package enum Code: String, Sendable, Hashable {
        /// It cannot be read or written now.
        case unavailable
        /// It is no database, or not one of ours.
        case damaged
        /// It was written by a newer version of this program.
        case newerVersion
        /// There is no room left in the status lists.
        case full
    }

    /// The kind.
    package let code: Code
    /// What happened, for the operator.
    package let reason: String

    /// An error.
    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Kind and reason.
    package var description: String { "store: \(code.rawValue): \(reason)" }

    /// SQLite's own text may quote values, so only its result code is kept.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as IssuerStoreError: error
            case let error as DatabaseError where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode):
                IssuerStoreError(.damaged, "SQLite \(error.extendedResultCode.rawValue)")
            case let error as DatabaseError: IssuerStoreError(.unavailable, "SQLite \(error.extendedResultCode.rawValue)")
            case is CancellationError: IssuerStoreError(.unavailable, "cancelled")
            default: IssuerStoreError(.unavailable, "\(type(of: error))")
            }
    }
}
