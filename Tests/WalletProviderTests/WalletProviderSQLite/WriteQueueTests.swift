// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import GRDB
import Synchronization
import TestEnvironment
import Testing
import WalletProvider

@testable import WalletProviderSQLite

/// Writes that share a transaction have the same effect as writes in separate transactions.
struct WriteQueueTests {
    struct RefusedWrite: Error, Equatable {
        let number: Int
    }

    let directory: TemporaryDirectory
    let pool: DatabasePool
    let queue: WriteQueue

    init() throws {
        directory = try TemporaryDirectory()
        pool = try DatabasePool(path: directory.path("numbers.sqlite"))
        try pool.write {
            try $0.execute(sql: "CREATE TABLE number (n INTEGER PRIMARY KEY, before INTEGER NOT NULL)")
            try $0.execute(sql: "CREATE TABLE child (n INTEGER REFERENCES number DEFERRABLE INITIALLY DEFERRED)")
        }
        queue = WriteQueue(pool)
    }

    private func insert(_ number: Int, _ database: Database) throws {
        try database.execute(sql: "INSERT INTO number SELECT ?, count(*) FROM number", arguments: [number])
    }

    private func numbers() throws -> [Int] {
        try pool.read { try Int.fetchAll($0, sql: "SELECT n FROM number ORDER BY n") }
    }

    @Test func `concurrent writes all complete, one after the other`() async throws {
        let seen = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<600 {
                group.addTask {
                    try await queue.perform { database in
                        try insert(number, database)
                        return try Int.fetchOne(database, sql: "SELECT before FROM number WHERE n = ?", arguments: [number]) ?? -1
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(seen.sorted() == Array(0..<600))
        #expect(try numbers() == Array(0..<600))
    }

    @Test func `only the write that throws is rolled back`() async throws {
        let failed = await withTaskGroup(of: Int?.self) { group in
            for number in 0..<300 {
                group.addTask {
                    do {
                        try await queue.perform { database in
                            try insert(number, database)
                            if number % 3 == 0 { throw RefusedWrite(number: number) }
                        }
                        return nil
                    } catch {
                        return error as? RefusedWrite == RefusedWrite(number: number) ? number : -1
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.compactMap { $0 }
        }
        #expect(failed.sorted() == (0..<300).filter { $0 % 3 == 0 })
        #expect(try numbers() == (0..<300).filter { $0 % 3 != 0 })
    }

    @Test func `a failed commit is not reported as done`() async throws {
        await #expect(throws: DatabaseError.self) {
            try await queue.perform { try $0.execute(sql: "INSERT INTO child VALUES (7)") }
        }
        #expect(try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM child") } == 0)
        try await queue.perform { try insert(1, $0) }
        #expect(try numbers() == [1])
    }

    @Test func `a transaction ended by SQLite itself rolls back completely`() async throws {
        await #expect(throws: (any Error).self) {
            try await queue.perform { database in
                try insert(1, database)
                try database.execute(sql: "INSERT OR ROLLBACK INTO number VALUES (1, 0)")
            }
        }
        #expect(try numbers().isEmpty)
    }

    @Test func `a cancelled task still completes its write`() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await queue.perform { try insert(1, $0) } }
            group.cancelAll()
        }
        #expect(try numbers() == [1])
    }

    @Test func `a closed database is an error, not a wait`() async throws {
        try pool.close()
        await #expect(throws: (any Error).self) { try await queue.perform { try insert(1, $0) } }
    }

    // MARK: Riders

    /// A queue whose riders wait for another write, and the errors of lost riders.
    private func patient(_ patience: Duration = .seconds(3600)) -> (queue: WriteQueue, lost: Recorded<[any Error]>) {
        let lost = Recorded<[any Error]>([])
        return (WriteQueue(pool, patience: patience) { error in lost.change { $0.append(error) } }, lost)
    }

    @Test func `a rider is committed in its order with the next write, and nobody waits for it`() async throws {
        let (queue, lost) = patient()
        for number in 1...3 { queue.ride(for: "\(number % 2)") { try insert(number, $0) } }
        #expect(try numbers().isEmpty)
        #expect(queue.waitingCount == 3)
        #expect(queue.hasRider(for: "0") && queue.hasRider(for: "1") && !queue.hasRider(for: "2"))
        let before = try await queue.perform { try Int.fetchOne($0, sql: "SELECT count(*) FROM number") }
        #expect(before == 3)
        #expect(try numbers() == [1, 2, 3])
        #expect(!queue.hasRider(for: "0") && !queue.hasRider(for: "1"))
        #expect(lost.value.isEmpty)
    }

    @Test(.timeLimit(.minutes(20))) func `a rider without another write is committed after its patience`() async throws {
        let (queue, _) = patient(.milliseconds(1))
        for number in 1...20 {
            queue.ride(for: "wallet") { try insert(number, $0) }
            while queue.hasRider(for: "wallet") { await Task.yield() }
            #expect(try numbers() == Array(1...number))
        }
    }

    @Test func `a rider that throws is reported, and takes no other write with it`() async throws {
        let (queue, lost) = patient()
        queue.ride(for: "first") { try insert(1, $0) }
        queue.ride(for: "second") { _ in throw RefusedWrite(number: 2) }
        try await queue.perform { try insert(3, $0) }
        #expect(try numbers() == [1, 3])
        #expect(lost.value.compactMap { $0 as? RefusedWrite } == [RefusedWrite(number: 2)])
        #expect(!queue.hasRider(for: "first") && !queue.hasRider(for: "second"))
    }

    @Test func `a write that throws takes no rider with it`() async throws {
        let (queue, lost) = patient()
        queue.ride(for: "first") { try insert(1, $0) }
        await #expect(throws: RefusedWrite(number: 2)) { try await queue.perform { _ in throw RefusedWrite(number: 2) } }
        #expect(try numbers() == [1])
        #expect(lost.value.isEmpty)
    }

    @Test func `at the end all riders are committed`() throws {
        let (queue, lost) = patient()
        for number in 1...600 { queue.ride(for: "wallet") { try insert(number, $0) } }
        pool.writeWithoutTransaction { queue.finish(in: $0) }
        #expect(try numbers() == Array(1...600))
        #expect(lost.value.isEmpty && queue.waitingCount == 0)
    }

    // MARK: Deadlines

    /// Holds up all writes during a body.
    private func holdingUp(_ body: () async throws -> Void) async rethrows {
        let (isHeld, mayGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        pool.asyncWriteWithoutTransaction { _ in
            isHeld.signal()
            mayGo.wait()
        }
        isHeld.wait()
        defer { mayGo.signal() }
        try await body()
    }

    @Test(arguments: [true, false])
    func `a write still waiting at the deadline is abandoned, even a write marked to run to its end`(_ isToEnd: Bool) async throws {
        let clock = ManualClock()
        await holdingUp {
            await Deadline.$current.withValue(Deadline(after: .seconds(1), on: clock, attemptMargin: .zero)) {
                await withTaskGroup(of: AccountStoreError?.self) { group in
                    group.addTask { await ending(onceBegun: isToEnd) { try insert(1, $0) } }
                    _ = await clock.nextSleep()
                    clock.advance(by: .seconds(1))
                    let outcome = await group.next()
                    #expect(outcome == AccountStoreError(.unavailable, ""))
                }
            }
        }
        try await queue.perform { try insert(2, $0) }
        #expect(try numbers() == [2])
    }

    /// Writes and returns the outcome.
    private func ending(
        onceBegun isToEnd: Bool, _ body: @escaping @Sendable (Database) throws -> Void
    ) async -> AccountStoreError? {
        do {
            guard isToEnd else {
                try await queue.perform(body)
                return nil
            }
            try await Deadline.lettingWorkEnd(onceBegun: true) { () async throws in try await queue.perform(body) }
            return nil
        } catch {
            return error as? AccountStoreError
        }
    }

    @Test(arguments: [true, false])
    func `a write in progress at the deadline is awaited, or its outcome is unknown`(
        _ isToEnd: Bool
    ) async throws {
        let clock = ManualClock()
        let hold = Hold()
        try await queue.perform { $0.add(transactionObserver: HeldCommit(hold), extent: .databaseLifetime) }
        hold.next()
        await Deadline.$current.withValue(Deadline(after: .seconds(1), on: clock, attemptMargin: .zero)) {
            await withTaskGroup(of: AccountStoreError?.self) { group in
                group.addTask { await ending(onceBegun: isToEnd) { try insert(1, $0) } }
                await hold.isHolding()
                clock.advance(by: .seconds(1))
                if isToEnd { hold.release() }
                let outcome = await group.next() ?? nil
                #expect(outcome == (isToEnd ? nil : AccountStoreError(.outcomeUnknown, "")))
                if !isToEnd { hold.release() }
            }
        }
        try await queue.perform { try insert(2, $0) }
        #expect(try numbers() == [1, 2])
    }

    @Test func `after the deadline only work marked to run to its end starts a write`() async throws {
        let clock = ManualClock()
        await Deadline.$current.withValue(Deadline(after: .zero, on: clock, attemptMargin: .zero)) {
            await #expect(throws: AccountStoreError(.unavailable, "")) { try await queue.perform { try insert(1, $0) } }
            // The write may complete before its caller is told that it is late.
            try? await Deadline.lettingWorkEnd { () async throws in try await queue.perform { try insert(2, $0) } }
        }
        try await queue.perform { try insert(3, $0) }
        #expect(try numbers() == [2, 3])
    }
}
