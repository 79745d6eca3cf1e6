// SPDX-License-Identifier: EUPL-1.2

import Deadlines
package import Foundation
import GRDB
import ProviderProtocol
package import WalletProvider

/// The embedded default of the provider's database: one SQLite file (and its write-ahead log) through GRDB.
///
/// Every transaction that writes is IMMEDIATE and on disk before it returns (`synchronous = FULL`). One process opens a file; replicas need
/// another store.
package struct SQLiteAccountStore: AccountStore {
    private let pool: DatabasePool
    private let writes: WriteQueue
    private let clock: @Sendable () -> Date

    /// Opens the database, makes it when there is none, and brings an older one to this version.
    ///
    /// - Parameters:
    ///   - path: of the file; its directory must be there.
    ///   - clock: the database's clock: SQLite has none that a test could set.
    /// - Throws: `AccountStoreError`: `newerVersion`, and nothing was changed; `damaged` for a file that is no database; `unavailable`.
    package init(path: String, clock: @escaping @Sendable () -> Date = { Date() }) throws(AccountStoreError) {
        var configuration = Configuration()
        configuration.label = "accounts"
        configuration.foreignKeysEnabled = true
        // Who comes while a write waits for somebody else's lock waits for that one and then for his own: together less than two seconds.
        configuration.busyMode = .timeout(0.65)
        configuration.maximumReaderCount = 4
        do {
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
            }
            guard try !pool.read({ try Schema.migrator.hasBeenSuperseded($0) }) else {
                throw AccountStoreError(.newerVersion, "written by a newer version of this program")
            }
            try Schema.migrator.migrate(pool)
            self.pool = pool
            writes = WriteQueue(pool)
            self.clock = clock
        } catch {
            let error = Self.error(for: error)
            throw AccountStoreError(error.code, "\(path): \(error.reason)")
        }
    }

    /// Writes everything into the one file and closes it.
    ///
    /// - Throws: `AccountStoreError` with `unavailable`.
    package func close() throws(AccountStoreError) {
        do {
            // A reader that does not end keeps the log; then the next opening reads it.
            _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
            try pool.close()
        } catch {
            throw Self.error(for: error)
        }
    }

    /// A read transaction, with the store's clock; nobody waits for it beyond the deadline of the request.
    func reading<Value: Sendable>(
        _ body: @Sendable @escaping (Database, _ now: Timestamp) throws -> Value
    ) async throws(AccountStoreError) -> Value {
        do {
            guard Deadline.current != nil else {
                return try await pool.read { [clock] database in try body(database, Timestamp(clock())) }
            }
            guard !Deadline.forbidsWork else { throw AccountStoreError.late }
            return try await Deadline.answer(orLate: { .failure(AccountStoreError.late) }) { (reply: Reply<Result<Value, any Error>>) in
                let request = Deadline.current
                pool.asyncRead { [clock] database in
                    // Nobody waits for it any more.
                    guard request?.isOver != true || request?.letsWorkEnd == true else { return }
                    reply.give(Result { try body(database.get(), Timestamp(clock())) })
                }
            }
            .get()
        } catch {
            throw Self.error(for: error)
        }
    }

    /// A write, done as a whole and on disk when it returns (see `WriteQueue`), with the store's clock as it is when it is done.
    func writing<Value: Sendable>(
        _ body: @Sendable @escaping (Database, _ now: Timestamp) throws -> Value
    ) async throws(AccountStoreError) -> Value {
        do {
            return try await writes.perform { [clock] database in try body(database, Timestamp(clock())) }
        } catch {
            throw Self.error(for: error)
        }
    }

    /// SQLite's own text may quote values, so only its result code is kept.
    private static func error(for error: any Error) -> AccountStoreError {
        switch error {
        case let error as AccountStoreError: error
        case let error as DatabaseError where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode):
            AccountStoreError(.damaged, "SQLite \(error.extendedResultCode.rawValue)")
        case let error as DatabaseError:
            AccountStoreError(.unavailable, "SQLite \(error.extendedResultCode.rawValue)")
        case is CancellationError: AccountStoreError(.unavailable, "cancelled")
        case is ProtocolViolation: AccountStoreError(.damaged, "a stored value does not parse")
        default: AccountStoreError(.unavailable, "\(type(of: error))")
        }
    }
}
