// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Dispatch
import GRDB
import Synchronization
import WalletProvider

/// A queue that batches concurrent writes into one transaction, so that they share one flush to disk, which takes longer than the writes.
///
/// A *rider* is a write whose caller does not wait. It shares the transaction of the next other write; if none comes in time, it has its
/// own. Until then a crash of the process or the machine may lose it.
///
/// The writes run in order, and each sees the effects of earlier writes, as with separate transactions. If a write throws, the batch is
/// rolled back and each write runs again in its own transaction. Callers learn of success only when the transaction is durable. If the
/// commit fails, no write took effect and all callers get the error.
final class WriteQueue: Sendable {
    private struct Write: Sendable {
        /// Runs the write in the open transaction. Returns the function that reports success once the transaction is durable. May be called
        /// again after a rollback.
        let perform: @Sendable (Database) throws -> @Sendable () -> Void
        /// Reports to the caller that the write had no effect.
        let fail: @Sendable (any Error) -> Void
    }

    /// The decision between starting a write and giving it up, which may race.
    private final class Claim: Sendable {
        private enum State { case waiting, begun, givenUp }

        private let state = Mutex(State.waiting)

        /// Starts the write. Returns false if the caller has given up waiting, so that the write must not run.
        func begin() -> Bool {
            state.withLock { state in
                if state == .waiting { state = .begun }
                return state == .begun
            }
        }

        /// Returns false if the write was started.
        func giveUp() -> Bool {
            state.withLock { state in
                if state == .waiting { state = .givenUp }
                return state == .givenUp
            }
        }
    }

    private struct State {
        /// The writes of the next batches, oldest first.
        var waiting: [Write] = []
        /// True if a batch is queued that will take them.
        var isScheduled = false
        /// True if a timer runs that will queue a batch.
        var isTimed = false
        /// The number of riders that are not committed yet, by what they concern.
        var riders: [String: Int] = [:]

        /// Returns true if the caller must queue a batch.
        mutating func mustSchedule() -> Bool {
            defer { isScheduled = true }
            return !isScheduled
        }
    }

    /// Limits the size of a transaction and the number of writes that fail with it.
    private static let mostAtOnce = 256

    private let pool: DatabasePool
    private let patience: Duration
    private let report: @Sendable (any Error) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - pool: flushes each commit.
    ///   - patience: the longest time for which a rider waits for another write.
    ///   - report: receives the error of each rider that was lost.
    init(_ pool: DatabasePool, patience: Duration = .zero, report: @escaping @Sendable (any Error) -> Void = { _ in }) {
        self.pool = pool
        self.patience = patience
        self.report = report
    }

    /// Runs a write and returns when it is durable. Cancelling the task does not cancel the write, because other writes may share its
    /// transaction.
    ///
    /// - Throws: if the request's deadline comes first, `AccountStoreError`: `unavailable` for a write that was not started and never will
    ///   be, otherwise `outcomeUnknown`. Work marked with `Deadline.lettingWorkEnd` is awaited instead.
    func perform<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws -> Value {
        guard !Deadline.forbidsWork else { throw AccountStoreError.late }
        let claim = Claim()
        let letsWorkEnd = Deadline.current?.letsWorkEnd == true
        let late: @Sendable () -> Result<Value, any Error>? = {
            if claim.giveUp() { return .failure(AccountStoreError.late) }
            return letsWorkEnd ? nil : .failure(AccountStoreError.stillAtWork)
        }
        return try await Deadline.awaitReply(orLate: late) { (reply: Reply<Result<Value, any Error>>) in
            let write = Write(
                perform: { database in
                    guard claim.begin() else { return {} }
                    let value = try body(database)
                    return { reply.give(.success(value)) }
                }, fail: { reply.give(.failure($0)) })
            let mustSchedule = state.withLock { state in
                state.waiting.append(write)
                return state.mustSchedule()
            }
            // Writes that arrive while a batch is waiting join that batch.
            if mustSchedule { schedule() }
        }
        .get()
    }

    /// Queues a rider, and returns at once. Its error is reported.
    ///
    /// - Parameter key: what the rider concerns; see `hasRider`.
    func ride(for key: String, _ body: @Sendable @escaping (Database) throws -> Void) {
        let write = Write(
            perform: { [self] database in
                try body(database)
                return { [self] in removeRider(for: key) }
            },
            fail: { [self] error in
                removeRider(for: key)
                report(error)
            })
        let startsTimer = state.withLock { state in
            state.waiting.append(write)
            state.riders[key, default: 0] += 1
            guard !state.isScheduled, !state.isTimed else { return false }
            state.isTimed = true
            return true
        }
        guard startsTimer else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + patience / .seconds(1)) { [self] in
            let mustSchedule = state.withLock { state in
                state.isTimed = false
                return !state.waiting.isEmpty && state.mustSchedule()
            }
            if mustSchedule { schedule() }
        }
    }

    /// True if a rider for this key is not committed yet. A write that is queued now then runs after it; a read by another connection does
    /// not see it.
    func hasRider(for key: String) -> Bool { state.withLock { $0.riders[key] != nil } }

    private func removeRider(for key: String) {
        state.withLock { state in
            let rest = (state.riders[key] ?? 1) - 1
            state.riders[key] = rest > 0 ? rest : nil
        }
    }

    /// The number of writes that wait for the next batch.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    private func schedule() {
        pool.asyncWriteWithoutTransaction { [self] database in
            if performBatch(in: database) { schedule() }
        }
    }

    /// Runs all writes that wait. Called on the writer, when no further writes come.
    func finish(in database: Database) {
        while performBatch(in: database) {}
    }

    /// - Returns: true if writes are left.
    private func performBatch(in database: Database) -> Bool {
        let (writes, areMore) = state.withLock { state in
            let writes = Array(state.waiting.prefix(Self.mostAtOnce))
            state.waiting.removeFirst(writes.count)
            state.isScheduled = !state.waiting.isEmpty
            return (writes, state.isScheduled)
        }
        if !writes.isEmpty { perform(writes, in: database) }
        return areMore
    }

    /// Runs a body in a transaction, and rolls it back if the body or the commit fails. Unlike GRDB's `inTransaction`, the connection
    /// compiles the statements once.
    private func inTransaction(_ database: Database, _ body: () throws -> Void) throws {
        try database.perform(sql: "BEGIN IMMEDIATE TRANSACTION")
        do {
            try body()
            try database.perform(sql: "COMMIT TRANSACTION")
        } catch {
            // SQLite has ended the transaction itself after some errors; then this does nothing.
            try? database.rollback()
            throw error
        }
    }

    private func perform(_ writes: [Write], in database: Database) {
        var endings: [@Sendable () -> Void] = []
        var hasBegun = false
        do {
            try inTransaction(database) {
                hasBegun = true
                for write in writes { endings.append(try write.perform(database)) }
            }
        } catch  where hasBegun && endings.count < writes.count && writes.count > 1 {
            // Only after a failed write. A failed BEGIN or COMMIT affects all writes alike.
            for write in writes { perform([write], in: database) }
            return
        } catch {
            for write in writes { write.fail(error) }
            return
        }
        for end in endings { end() }
    }
}
