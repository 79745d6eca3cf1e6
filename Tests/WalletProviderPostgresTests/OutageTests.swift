// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import PostgresClient
import PostgresCluster
import Testing
import WalletProviderPostgres

/// The outcome of calls while connections or the server are lost, and the automatic recovery.
@Suite(.timeLimit(.minutes(20)))
struct OutageTests {
    static let add = PoolTests.add
    static let read = PoolTests.read

    func test(
        on cluster: PostgresCluster? = nil, _ change: (inout PostgresConfiguration) -> Void = { _ in }
    ) async throws -> TestPool {
        let test = try await TestPool(on: cluster, change)
        try await test.database.run(PoolTests.table)
        return test
    }

    @Test(arguments: [
        "host=/nowhere dbname=a", "host=127.0.0.1 port=1 dbname=a", "host=name.invalid dbname=a",
        "host=/nowhere,127.0.0.1 port=1,1 dbname=a",
    ])
    func `a missing server is unavailable, also during the back-off`(_ address: String) async throws {
        var configuration = PostgresConfiguration(address: PostgresAddress(address), timeouts: .patient)
        configuration.reconnectPause = .seconds(60)
        let pool = try PostgresPool(configuration)
        for _ in 0..<20 {
            #expect(await Ending.of(pool, Self.read) == .error(.unavailable))
        }
        await pool.close()
        await #expect(throws: PostgresError(.unavailable, "")) { try await PostgresMigrator(configuration).check() }
    }

    @Test func `a silent server is reported as unavailable in time and is not contacted during the back-off`() async throws {
        let server = try SilentServer()
        var configuration = PostgresConfiguration(
            address: PostgresAddress("host=127.0.0.1 port=\(server.port) dbname=a"), timeouts: .patient)
        configuration.connections = 1
        configuration.callTimeLimit = .milliseconds(500)
        let pool = try PostgresPool(configuration)
        #expect(await Ending.of(pool, Self.read) == .error(.unavailable))
        // The connection is closed, not leaked.
        await server.waitForEnd()
        await pool.close()
    }

    @Test func `an unknown role and an unknown database have different codes`() async throws {
        let database = try await PostgresCluster.shared().makeDatabase()
        for (address, state) in [(database.address(as: "nobody"), "28000"), (database.address() + " dbname=nothing", "3D000")] {
            let error = await #expect(throws: PostgresError(.unavailable, "")) {
                try await PostgresMigrator(PostgresConfiguration(address: PostgresAddress(address), timeouts: .patient)).check()
            }
            #expect(error?.state?.description == state)
        }
    }

    @Test func `idle sessions that were terminated are replaced without an error`() async throws {
        let test = try await test()
        for number in 1...5 {
            #expect(await test.ending(Self.add) == .values([.integer(Int64(number))]))
            try await test.database.terminateSessions()
            try await test.database.wait(for: "SELECT 1 \(test.database.sessions) HAVING count(*) = 0")
        }
    }

    @Test func `a session terminated during a change leaves an unknown outcome and no partial change`() async throws {
        let test = try await test()
        try await test.database.whileOpen(PoolTests.lock) {
            async let change = test.ending(Self.add)
            try await test.database.waitForBlockedSessions(1)
            try await test.database.terminateSessions()
            #expect(await change == .error(.outcomeUnknown))
        }
        #expect(await test.ending(Self.add) == PoolTests.done)
    }

    @Test func `a repeatable statement succeeds although its session is terminated`() async throws {
        let test = try await test()
        let reading = try await test.database.whileOpen("LOCK TABLE public.counter") {
            let reading = Task { await test.ending(Self.read) }
            try await test.database.waitForBlockedSessions(1)
            try await test.database.terminateSessions()
            try await test.database.waitForBlockedSessions(1)
            return reading
        }
        #expect(await reading.value == .values([.integer(0)]))
    }

    @Test func `a commit waiting for a replica when its session ends takes effect with an unknown outcome`() async throws {
        let cluster = try await PostgresCluster.own()
        let test = try await test(on: cluster)
        #expect(await test.ending(Self.add) == PoolTests.done)
        try await test.database.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        try await test.database.run("SELECT pg_reload_conf()")
        async let change = test.ending(Self.add)
        try await test.database.wait(for: "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        try await test.database.terminateSessions()
        #expect(await change == .error(.outcomeUnknown))
        #expect(await test.ending(Self.read) == .values([.integer(2)]))
    }

    @Test func `a commit waiting too long for a replica is not reported as done`() async throws {
        let cluster = try await PostgresCluster.own()
        let test = try await test(on: cluster) { $0.callTimeLimit = .seconds(4) }
        #expect(await test.ending(Self.add) == PoolTests.done)
        try await test.database.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        try await test.database.run("SELECT pg_reload_conf()")
        try await test.database.wait(for: "SELECT 1 WHERE current_setting('synchronous_standby_names') = 'nobody'")
        #expect(await test.ending(Self.add) == .error(.outcomeUnknown))
    }

    @Test func `a hanging session ends in time, and other sessions continue`() async throws {
        // A separate server, because other tests wait for all their sessions.
        let cluster = try await PostgresCluster.own()
        let test = try await test(on: cluster) {
            $0.connections = 1
            $0.callTimeLimit = .seconds(4)
        }
        #expect(await test.ending(Self.add) == PoolTests.done)
        for (statement, ending) in [(Self.add, PostgresError.Code.outcomeUnknown), (Self.read, .unavailable)] {
            let process = try #require(try await test.pool.execute(Self.process).first).integer("v")
            try test.database.cluster.signal(.stop, to: process)
            #expect(await test.ending(statement) == .error(ending))
            // While the first connection still hangs, the thread has a new one.
            #expect(try await test.pool.execute(Self.process).first?.integer("v") != process)
            try test.database.cluster.signal(.resume, to: process)
        }
    }

    static let process = PostgresStatement("process", repetition: .harmless, "SELECT pg_backend_pid() AS v")

    @Test func `a role with few permitted connections serves many threads`() async throws {
        let test = try await test()
        try await test.database.run("CREATE ROLE few LOGIN CONNECTION LIMIT 2; GRANT ALL ON public.counter TO few")
        var configuration = test.database.configuration { $0.reconnectPause = .milliseconds(20) }
        configuration.address = PostgresAddress(test.database.address(as: "few"))
        let pool = try PostgresPool(configuration)
        #expect(await Ending.of(pool, Self.add) == PoolTests.done)
        let endings = await withTaskGroup(of: Ending.self) { group in
            for _ in 0..<200 { group.addTask { await Ending.of(pool, Self.add) } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        let expected = Set((2...201).map { Ending.values([.integer($0)]) })
        #expect(endings.symmetricDifference(expected).isEmpty)
        await pool.close()
    }

    @Test func `a database that becomes read-only is unavailable until it is writable again`() async throws {
        let test = try await test()
        #expect(await test.ending(Self.add) == PoolTests.done)
        try await test.database.run("ALTER DATABASE \(test.database.name) SET default_transaction_read_only = on")
        try await test.database.terminateSessions()
        #expect(await test.ending(Self.add) == .error(.unavailable))
        #expect(await test.ending(Self.read) == .error(.unavailable))
        try await test.database.run("SET TRANSACTION READ WRITE; ALTER DATABASE \(test.database.name) RESET ALL")
        #expect(await test.ending(Self.add) == .values([.integer(2)]))
    }

    @Test(arguments: [PostgresCluster.Stop.fast, .immediate])
    func `a stopped server loses no acknowledged change and is used again`(
        _ kind: PostgresCluster.Stop
    ) async throws {
        let cluster = try await PostgresCluster.own()
        let test = try await test(on: cluster)
        for round in 1...2 {
            // Changes run continuously while the server stops.
            let counting = Task {
                var last: Int64 = 0
                while !Task.isCancelled {
                    switch await test.ending(Self.add) {
                    case .values(let values): if case .integer(let value) = values.first { last = value }
                    case .error(let code):
                        #expect([.unavailable, .outcomeUnknown].contains(code))
                        return last
                    }
                }
                return last
            }
            try await test.database.wait(for: "SELECT 1 FROM public.counter WHERE n > \(round * 50)")
            try await cluster.stop(kind)
            let last = await counting.value
            #expect(await test.ending(Self.read) == .error(.unavailable))
            try await cluster.start()
            guard case .values(let values) = await test.ending(Self.read), case .integer(let stored) = values.first else {
                Issue.record("the service did not come back")
                return
            }
            // One more change may have taken effect without acknowledgement.
            #expect(last > 50)
            #expect((last...last + 1).contains(stored))
        }
    }
}
