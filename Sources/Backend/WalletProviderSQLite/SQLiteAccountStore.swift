// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
package import Foundation
import GRDB
import ProviderProtocol
package import WalletProvider

/// The embedded default database of the provider: one SQLite file with its write-ahead log, accessed through GRDB.
///
/// Each write transaction is IMMEDIATE and flushed (`synchronous = FULL`), and a write is durable before it returns. Only the outcome of an
/// unlock may be committed later, together with the next write. A file is opened by one process only; replicas need a different store.
package struct SQLiteAccountStore: AccountStore {
    let pool: DatabasePool
    /// A connection for short reads of a single statement, which need neither a transaction of their own nor a choice among readers.
    private let lookups: DatabaseQueue
    let writes: WriteQueue
    /// True if outcomes of unlocks ride along.
    let delaysOutcomes: Bool
    let messageSweep = MessageSweep()
    private let clock: @Sendable () -> Date

    /// The longest time for which a server's outcome of an unlock waits for another write to share its flush.
    package static let outcomeDelay = Duration.milliseconds(5)

    /// Opens the database. Creates it if it does not exist and migrates an older version.
    ///
    /// - Parameters:
    ///   - path: the file's path; its directory must exist.
    ///   - timeouts: the time limit for another program's lock.
    ///   - clock: the database's clock. SQLite has no clock that a test can set.
    ///   - outcomeDelay: the longest time from the end of `settleAttempt` until an outcome that is not `isDurable` is on disk; nil for no
    ///     delay.
    ///   - mayBeMoved: true opens a database whose accounts were moved, to complete the move.
    ///   - report: receives the error of each such outcome that was lost.
    /// - Throws: `AccountStoreError`: `newerVersion`, `moved` (nothing was changed); `damaged` for a file that is not a database;
    ///   `unavailable`.
    package init(
        path: String, timeouts: Timeouts, clock: @escaping @Sendable () -> Date = { Date() }, outcomeDelay: Duration? = nil,
        mayBeMoved: Bool = false, report: @escaping @Sendable (AccountStoreError) -> Void = { _ in }
    ) throws(AccountStoreError) {
        var configuration = Configuration()
        configuration.label = "accounts"
        configuration.foreignKeysEnabled = true
        // A write may wait for a foreign lock twice: behind an earlier write, and for itself.
        configuration.busyMode = .timeout(timeouts.accountsLock / .seconds(1))
        configuration.maximumReaderCount = 4
        do {
            let pool = try DatabasePool(path: path, configuration: configuration)
            // With a write-ahead log, only FULL flushes at each commit.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            guard try !pool.read({ try Schema.migrator.hasBeenSuperseded($0) }) else {
                throw AccountStoreError(.newerVersion, "written by a newer version of this program, which is needed to open it")
            }
            guard try pool.read({ try Self.isOwn($0) }) else {
                throw AccountStoreError(.damaged, "not an account database of this program")
            }
            guard try mayBeMoved || !pool.read(Self.isMarked) else {
                throw AccountStoreError(
                    .moved, "the accounts were moved to PostgreSQL: give --database. If accounts move was interrupted, run it again")
            }
            try Schema.migrator.migrate(pool)
            self.pool = pool
            configuration.label = "account-lookups"
            configuration.readonly = true
            lookups = try DatabaseQueue(path: path, configuration: configuration)
            writes = WriteQueue(pool, patience: outcomeDelay ?? .zero) { report(Self.error(for: $0)) }
            delaysOutcomes = outcomeDelay != nil
            self.clock = clock
        } catch {
            let error = Self.error(for: error)
            let advice = error.code == .damaged ? "; put the right file back" : ""
            throw AccountStoreError(error.code, "\(path): \(error.reason)\(advice)")
        }
    }

    /// True for an empty database and for one that this program has made.
    private static func isOwn(_ database: Database) throws -> Bool {
        try database.tableExists("grdb_migrations") || Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
    }

    /// Commits what waits, checkpoints the write-ahead log into the database file and closes it.
    ///
    /// - Throws: `AccountStoreError` with `unavailable`.
    package func close() throws(AccountStoreError) {
        do {
            pool.writeWithoutTransaction { writes.finish(in: $0) }
            try? lookups.close()
            // If a reader prevents the checkpoint, the log stays and is read at the next opening.
            _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
            try pool.close()
        } catch {
            throw Self.error(for: error)
        }
    }

    /// Runs a read transaction with the store's clock. The caller waits at most until the request's deadline.
    func reading<Value: Sendable>(
        _ body: @Sendable @escaping (Database, _ now: Timestamp) throws -> Value
    ) async throws(AccountStoreError) -> Value {
        try await reading(on: pool.asyncRead, body)
    }

    /// Runs a short read of a single statement, which is its own transaction; otherwise like `reading`.
    func lookingUp<Value: Sendable>(
        _ body: @Sendable @escaping (Database, _ now: Timestamp) throws -> Value
    ) async throws(AccountStoreError) -> Value {
        try await reading(on: lookups.asyncUnsafeRead, body)
    }

    private func reading<Value: Sendable>(
        on read: (@escaping @Sendable (Result<Database, any Error>) -> Void) -> Void,
        _ body: @Sendable @escaping (Database, _ now: Timestamp) throws -> Value
    ) async throws(AccountStoreError) -> Value {
        do {
            guard !Deadline.forbidsWork else { throw AccountStoreError.late }
            return try await Deadline.awaitReply(orLate: { .failure(AccountStoreError.late) }) { (reply: Reply<Result<Value, any Error>>) in
                let request = Deadline.current
                read { [clock] database in
                    // The caller has timed out.
                    guard request?.isOver != true || request?.letsWorkEnd == true else { return }
                    reply.give(Result { try body(database.get(), Timestamp(clock())) })
                }
            }
            .get()
        } catch {
            throw Self.error(for: error)
        }
    }

    /// Runs a write, atomic and on disk when it returns (see `WriteQueue`), with the store's clock at execution.
    func writing<Value: Sendable>(
        _ body: @Sendable @escaping (Database, _ now: Timestamp) throws -> Value
    ) async throws(AccountStoreError) -> Value {
        do {
            return try await writes.perform { [clock] database in try body(database, Timestamp(clock())) }
        } catch {
            throw Self.error(for: error)
        }
    }

    /// Queues a write that concerns a wallet, with the store's clock at execution. Only `account(of:)` of this store sees it at once.
    func writingLater(for walletID: WalletID, _ body: @Sendable @escaping (Database, _ now: Timestamp) throws -> Void) {
        writes.ride(for: walletID.text) { [clock] database in try body(database, Timestamp(clock())) }
    }

    /// Waits until all outcomes are on disk.
    package func commitOutcomes() async throws(AccountStoreError) { try await writing { _, _ in } }

    /// Keeps only SQLite's result code and its meaning, because SQLite's message may quote values.
    static func error(for error: any Error) -> AccountStoreError {
        switch error {
        case let error as AccountStoreError: error
        case let error as DatabaseError where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode):
            AccountStoreError(.damaged, "SQLite \(error.extendedResultCode)")
        case let error as DatabaseError:
            AccountStoreError(.unavailable, "SQLite \(error.extendedResultCode)")
        case is CancellationError: AccountStoreError(.unavailable, "cancelled")
        case is ProtocolViolation: AccountStoreError(.damaged, "a stored value does not parse")
        default: AccountStoreError(.unavailable, "\(type(of: error))")
        }
    }
}
