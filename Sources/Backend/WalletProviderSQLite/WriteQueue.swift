// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import GRDB
import Synchronization
import WalletProvider

/// Writes that wait at the same moment become one transaction, so that they share one flush to the disk, which takes longer than they do.
///
/// They are done one after the other, and each sees what those before it have done, as if each had a transaction. When one of them throws, all
/// is undone and each is done again in a transaction of its own, so the others lose nothing. Nobody is told of success before the transaction
/// is on disk; when that fails, nothing of it was done and all of them are told so.
final class WriteQueue: Sendable {
    private struct Write: Sendable {
        /// Does it in a transaction that is open, and returns how to tell its caller when that is on disk. May be called again after that
        /// transaction was undone.
        let perform: @Sendable (Database) throws -> @Sendable () -> Void
        /// Tells its caller that nothing was done.
        let fail: @Sendable (any Error) -> Void
    }

    /// Whether a write is done or was given up: one of the two, for both can happen at the same time.
    private final class Claim: Sendable {
        private enum State { case waiting, begun, givenUp }

        private let state = Mutex(State.waiting)

        /// False for a write that was given up.
        func begin() -> Bool {
            state.withLock { state in
                if state == .waiting { state = .begun }
                return state == .begun
            }
        }

        /// False for a write that was begun.
        func giveUp() -> Bool {
            state.withLock { state in
                if state == .waiting { state = .givenUp }
                return state == .givenUp
            }
        }
    }

    /// So that a transaction neither grows without limit nor fails for too many at once.
    private static let mostAtOnce = 256

    private let pool: DatabasePool
    private let waiting = Mutex<[Write]>([])

    init(_ pool: DatabasePool) {
        self.pool = pool
    }

    /// Does a write and returns when it is on disk. It is not cancelled with its task: others may share its transaction.
    ///
    /// - Throws: also, when the deadline of the request comes first, `AccountStoreError`: `unavailable` when it was not begun, and then it
    ///   never is; otherwise `outcomeUnknown`. What is to come to its end (`Deadline.lettingWorkEnd`) is waited for instead.
    func perform<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws -> Value {
        guard !Deadline.forbidsWork else { throw AccountStoreError.late }
        let claim = Claim()
        let letsWorkEnd = Deadline.current?.letsWorkEnd == true
        let late: @Sendable () -> Result<Value, any Error>? = {
            if claim.giveUp() { return .failure(AccountStoreError.late) }
            return letsWorkEnd ? nil : .failure(AccountStoreError.stillAtWork)
        }
        return try await Deadline.answer(orLate: late) { (reply: Reply<Result<Value, any Error>>) in
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
            // Who comes while others wait is taken along with them.
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
            // Not after a BEGIN or COMMIT that failed: that is no fault of one of these writes.
            for write in writes { perform([write], in: database) }
            return
        } catch {
            for write in writes { write.fail(error) }
            return
        }
        for end in endings { end() }
    }
}
