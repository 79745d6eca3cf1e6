// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import GRDB
import Synchronization
import WalletProvider

/// A queue that batches concurrent writes into one transaction, so that they share one flush to disk, which takes longer than the writes.
///
/// The writes run in order, and each sees the effects of those before it, as with separate transactions. If one of them throws, the batch
/// is rolled back and each write runs again in its own transaction. Callers learn of success only when the transaction is durable. If the
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

        /// Returns false if the write was given up.
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

    /// Limits the size of a transaction and the number of writes that fail with it.
    private static let mostAtOnce = 256

    private let pool: DatabasePool
    private let waiting = Mutex<[Write]>([])

    init(_ pool: DatabasePool) {
        self.pool = pool
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
            let isFirst = waiting.withLock { waiting in
                waiting.append(write)
                return waiting.count == 1
            }
            // Writes that arrive while a batch is waiting join that batch.
            if isFirst { schedule() }
        }
        .get()
    }

    private func schedule() {
        pool.asyncWriteWithoutTransaction { [self] database in
            let (writes, areMore) = waiting.withLock { waiting in
                let writes = Array(waiting.prefix(Self.mostAtOnce))
                waiting.removeFirst(writes.count)
                return (writes, !waiting.isEmpty)
            }
            Self.perform(writes, in: database)
            if areMore { schedule() }
        }
    }

    private static func perform(_ writes: [Write], in database: Database) {
        var endings: [@Sendable () -> Void] = []
        var hasBegun = false
        do {
            try database.inTransaction(.immediate) {
                hasBegun = true
                for write in writes { endings.append(try write.perform(database)) }
                return .commit
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
