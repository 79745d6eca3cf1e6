// SPDX-License-Identifier: EUPL-1.2

import GRDB
import Synchronization

/// Writes that wait at the same moment become one transaction, so that they share one flush to the disk, which takes longer than they do.
///
/// Each write has a savepoint of its own: one that throws is undone alone, and the next one sees what those before it have done, as if
/// each had a transaction. Nobody is told of success before the one transaction is on disk; when that fails, nothing of it was done and
/// all of them are told so.
final class WriteQueue: Sendable {
    private struct Write: Sendable {
        /// Does it in a transaction that is open, and returns how to tell its caller when that is on disk.
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
        do {
            try database.inTransaction(.immediate) {
                for write in writes {
                    do {
                        endings.append(writes.count == 1 ? try write.perform(database) : try performAlone(write, in: database))
                    } catch  where writes.count > 1 && database.isInsideTransaction {
                        endings.append { write.fail(error) }
                    }
                }
                return .commit
            }
        } catch {
            // SQLite may end a transaction by itself, such as on a full disk: then what was done before is undone as well.
            for write in writes { write.fail(error) }
            return
        }
        for end in endings { end() }
    }

    private static func performAlone(_ write: Write, in database: Database) throws -> @Sendable () -> Void {
        var ending: (@Sendable () -> Void)?
        try database.inSavepoint {
            ending = try write.perform(database)
            return .commit
        }
        return ending ?? {}
    }
}
