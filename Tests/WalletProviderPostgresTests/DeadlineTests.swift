// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import PostgresClient
import PostgresCluster
import Testing

/// Calls of a request with little time left, on a pool with a long time limit.
@Suite(.timeLimit(.minutes(20)))
struct DeadlineTests {
    func test(_ change: (inout PostgresConfiguration) -> Void = { _ in }) async throws -> TestPool {
        let test = try await TestPool(change)
        try await test.database.run(PoolTests.table)
        return test
    }

    func within<Value>(_ time: Duration, _ body: () async throws -> Value) async rethrows -> Value {
        try await Deadline.$current.withValue(Deadline(after: time, on: ContinuousClock(), attemptMargin: .zero)) { try await body() }
    }

    @Test func `a call within the request's deadline completes`() async throws {
        let test = try await test()
        #expect(await within(.seconds(30)) { await test.ending(PoolTests.add) } == PoolTests.done)
    }

    @Test func `work marked to run to its end completes after the deadline, even if its task is cancelled`() async throws {
        let test = try await test()
        #expect(await within(.zero) { await Deadline.lettingWorkEnd { await test.ending(PoolTests.add) } } == PoolTests.done)
        let deadline = Deadline(after: .seconds(30), on: ContinuousClock(), attemptMargin: .zero)
        let cancelled = await withTaskGroup(of: Ending.self) { group in
            group.addTask {
                await Deadline.$current.withValue(deadline) { await Deadline.lettingWorkEnd { await test.ending(PoolTests.add) } }
            }
            group.cancelAll()
            return await group.next()
        }
        #expect(cancelled == .values([.integer(2)]))
        try await test.database.wait(for: "SELECT 1 FROM public.counter WHERE n = 2")
    }

    @Test func `a statement that must not be repeated does not start with little time left`() async throws {
        let test = try await test()
        _ = await test.ending(PoolTests.read)
        for time in [50, 150, 250] {
            #expect(await within(.milliseconds(time)) { await test.ending(PoolTests.add) } == .error(.unavailable))
        }
        #expect(await test.ending(PoolTests.add) == PoolTests.done)
        try await test.database.wait(for: "SELECT 1 FROM public.counter WHERE n = 1")
    }

    // MARK: Late calls

    @Test func `a held lock is awaited until the request's deadline, and then nothing is changed`() async throws {
        let test = try await test()
        _ = await test.ending(PoolTests.read)
        try await test.database.whileOpen(PoolTests.lock) {
            #expect(await within(.seconds(1)) { await test.ending(PoolTests.add) } == .error(.unavailable))
        }
        #expect(await test.ending(PoolTests.add) == PoolTests.done)
    }

    @Test func `a call waiting for a connection is given up at its request's deadline, and others continue to wait`() async throws {
        let test = try await test { $0.connections = 1 }
        try await test.database.whileOpen(PoolTests.lock) {
            let first = Task { await test.ending(PoolTests.add) }
            try await test.database.waitForBlockedSessions(1)
            let patient = Task { await test.ending(PoolTests.add) }
            #expect(await within(.milliseconds(200)) { await test.ending(PoolTests.add) } == .error(.unavailable))
            first.cancel()
            #expect(await first.value == .error(.unavailable))
            patient.cancel()
            _ = await patient.value
        }
        #expect(await test.ending(PoolTests.add) == PoolTests.done)
    }

    @Test func `after the deadline no call starts`() async throws {
        let test = try await test()
        for _ in 0..<20 { #expect(await within(.zero) { await test.ending(PoolTests.add) } == .error(.unavailable)) }
        #expect(await test.ending(PoolTests.add) == PoolTests.done)
    }

    @Test func `a request without time left does not mark the database as unreachable`() async throws {
        let test = try await test { $0.reconnectPause = .seconds(60) }
        for _ in 0..<20 { _ = await within(.microseconds(200)) { await test.ending(PoolTests.add) } }
        #expect(await test.ending(PoolTests.read) != .error(.unavailable))
    }
}
