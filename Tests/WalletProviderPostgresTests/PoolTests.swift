// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
import PostgresCluster
import Testing

/// Waiting, cancelling and closing.
@Suite(.timeLimit(.minutes(20)))
struct PoolTests {
    static let table = "CREATE TABLE public.counter (n bigint NOT NULL); INSERT INTO public.counter VALUES (0)"
    static let lock = "SELECT * FROM public.counter FOR UPDATE"
    static let add = PostgresStatement("add", repetition: .forbidden, "UPDATE public.counter SET n = n + 1 RETURNING n AS v")
    static let read = PostgresStatement("read", repetition: .harmless, "SELECT n AS v FROM public.counter")
    static let done = Ending.values([.integer(1)])

    func test(_ change: (inout PostgresConfiguration) -> Void = { _ in }) async throws -> TestPool {
        let test = try await TestPool(change)
        try await test.database.run(Self.table)
        return test
    }

    @Test func `many calls share few connections, and each runs once`() async throws {
        let test = try await test { $0.connections = 3 }
        let endings = await withTaskGroup(of: Ending.self) { group in
            for _ in 0..<300 { group.addTask { await test.ending(Self.add) } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        let expected = Set((1...300).map { Ending.values([.integer($0)]) })
        #expect(endings.symmetricDifference(expected).isEmpty)
        let sessions = try await test.database.run("SELECT count(*) \(test.database.sessions)")
        #expect([["1"], ["2"], ["3"]].contains(sessions))
    }

    @Test func `a held lock makes a call unavailable in time, and nothing is changed`() async throws {
        let test = try await test { $0.callTimeLimit = .seconds(4) }
        try await test.database.whileOpen(Self.lock) {
            #expect(await test.ending(Self.add) == .error(.unavailable))
            #expect(await test.ending(Self.read) == .values([.integer(0)]))
        }
        #expect(await test.ending(Self.add) == Self.done)
    }

    @Test func `a slow statement is cancelled at the server, so that its outcome is known`() async throws {
        let test = try await test { $0.callTimeLimit = .seconds(4) }
        let slow = PostgresStatement(
            "slow", repetition: .forbidden, "UPDATE public.counter SET n = n + 1 FROM pg_sleep(60) RETURNING n AS v")
        #expect(await test.ending(slow) == .error(.unavailable))
        #expect(await test.ending(Self.add) == Self.done)
        try await test.database.wait(for: "SELECT 1 \(test.database.sessions) AND wait_event = 'PgSleep' HAVING count(*) = 0")
    }

    @Test func `a call to a full queue fails immediately, a waiting call at its deadline, and neither ever runs`() async throws {
        let test = try await test {
            $0.connections = 1
            $0.queueLimit = 2
            $0.callTimeLimit = .seconds(6)
        }
        try await test.database.whileOpen(Self.lock) {
            let endings = await withTaskGroup(of: Ending.self) { group in
                for _ in 0..<20 { group.addTask { await test.ending(Self.add) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(endings.count == 20)
            #expect(Set(endings) == [.error(.unavailable)])
        }
        #expect(await test.ending(Self.add) == Self.done)
    }

    @Test func `a cancelled waiting call fails immediately and never runs`() async throws {
        let test = try await test {
            $0.connections = 1
        }
        try await test.database.whileOpen("LOCK TABLE public.counter") {
            await withTaskGroup(of: Ending.self) { group in
                let first = Task { await test.ending(Self.read) }
                try? await test.database.waitForBlockedSessions(1)
                group.addTask { await test.ending(Self.add) }
                group.cancelAll()
                #expect(await group.next() == .error(.unavailable))
                first.cancel()
                #expect(await first.value == .error(.unavailable))
            }
        }
        #expect(await test.ending(Self.add) == Self.done)
    }

    @Test func `a cancelled running call is cancelled at the server`() async throws {
        let test = try await test()
        try await test.database.whileOpen(Self.lock) {
            let call = Task { await test.ending(Self.add) }
            try await test.database.waitForBlockedSessions(1)
            call.cancel()
            #expect(await call.value == .error(.unavailable))
        }
        #expect(await test.ending(Self.add) == Self.done)
    }

    @Test func `closing completes running calls and rejects waiting and later ones`() async throws {
        let test = try await test {
            $0.connections = 1
        }
        let (first, closing) = try await test.database.whileOpen(Self.lock) {
            let first = Task { await test.ending(Self.add) }
            try await test.database.waitForBlockedSessions(1)
            let second = Task { await test.ending(Self.add) }
            let closing = Task { await test.pool.close() }
            // It either waits in the queue or arrives too late for it.
            #expect(await second.value == .error(.unavailable))
            return (first, closing)
        }
        #expect(await first.value == Self.done)
        await closing.value
        #expect(await test.ending(Self.read) == .error(.unavailable))
        await test.pool.close()
        #expect(try await test.database.run("SELECT n FROM public.counter") == ["1"])
    }

    @Test func `an unreferenced pool closes its connections`() async throws {
        let database = try await PostgresCluster.shared().makeDatabase()
        do {
            let pool = try PostgresPool(database.configuration())
            #expect(await Ending.of(pool, PostgresStatement("one", repetition: .harmless, "SELECT 1 AS v")) == Self.done)
        }
        try await database.wait(for: "SELECT 1 \(database.sessions) HAVING count(*) = 0")
    }
}
