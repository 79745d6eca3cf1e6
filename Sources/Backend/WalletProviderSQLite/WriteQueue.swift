// SPDX-License-Identifier: EUPL-1.2

import GRDB
import Synchronization

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

    /// So that a transaction neither grows without limit nor fails for too many at once.
    private static let mostAtOnce = 256

    private let pool: DatabasePool
    private let waiting = Mutex<[Write]>([])

    init(_ pool: DatabasePool) {
        self.pool = pool
    }

    /// Does a write and returns when it is on disk. It is not cancelled with its task: others may share its transaction.
    func perform<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let write = Write(
                perform: { database in
                    let value = try body(database)
                    return { continuation.resume(returning: value) }
                }, fail: { continuation.resume(throwing: $0) })
            let isFirst = waiting.withLock { waiting in
                waiting.append(write)
                return waiting.count == 1
            }
            // Who comes while others wait is taken along with them.
            if isFirst { schedule() }
        }
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
