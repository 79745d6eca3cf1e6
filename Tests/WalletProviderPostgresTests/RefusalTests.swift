// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
import PostgresCluster
import Testing

/// Statements that the server rejects, and the resulting errors.
@Suite(.timeLimit(.minutes(20)))
struct RefusalTests {
    /// A function that fails with any code, `times` times. It counts its calls in a sequence, which no rollback resets.
    static let failing = """
        CREATE SEQUENCE public.calls;
        CREATE FUNCTION public.fail(state text, times bigint) RETURNS bigint LANGUAGE plpgsql AS $$
        DECLARE n bigint := nextval('public.calls');
        BEGIN
            IF n <= times THEN RAISE EXCEPTION USING errcode = state, message = 'a canary value'; END IF;
            RETURN n;
        END $$
        """
    static let fail = PostgresStatement(
        "fail", repetition: .forbidden, parameters: [.text, .integer], "SELECT public.fail($1, $2) AS v")

    /// A function that returns when it was called twice. Its sequence counts the calls, also of statements that failed.
    static let meeting = """
        CREATE SEQUENCE public.meetings;
        CREATE FUNCTION public.meet() RETURNS void LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM nextval('public.meetings');
            WHILE (SELECT last_value FROM public.meetings) < 2 LOOP PERFORM pg_sleep(0.01); END LOOP;
        END $$
        """

    /// The SQLSTATE, the caller's error, and the number of executions of a statement that always fails.
    static let refusals: [(String, PostgresError.Code, Int64)] = [
        ("40001", .unavailable, 4), ("40P01", .unavailable, 4),
        ("25006", .unavailable, 2), ("57P01", .unavailable, 2), ("57P02", .unavailable, 2), ("57P03", .unavailable, 2),
        ("08006", .unavailable, 2), ("26000", .refused, 2), ("0A000", .refused, 2),
        ("57014", .unavailable, 1), ("53100", .unavailable, 1), ("53200", .unavailable, 1), ("55P03", .unavailable, 1),
        ("58030", .unavailable, 1), ("XX000", .unavailable, 1), ("XX001", .damaged, 1), ("XX002", .damaged, 1),
        ("22021", .refused, 1), ("23505", .refused, 1), ("42501", .refused, 1), ("42P01", .refused, 1), ("P0001", .refused, 1),
    ]

    @Test func `each database error has its code, is repeated only where useful, and quotes no values`() async throws {
        let test = try await TestPool()
        try await test.database.run(Self.failing)
        for (state, code, calls) in Self.refusals {
            try await test.database.run("ALTER SEQUENCE public.calls RESTART")
            let error = await #expect(throws: PostgresError(code, ""), "\(state)") {
                try await test.pool.execute(Self.fail, [.text(state), .integer(1000)])
            }
            #expect(error?.state?.description == state)
            #expect(error.map { "\($0)" }?.contains("canary") == false)
            #expect(try await test.database.run("SELECT last_value FROM public.calls") == ["\(calls)"], "\(state)")
            #expect(await test.ending(Self.fail, [.text("P0001"), .integer(0)]) == .values([.integer(calls + 1)]))
        }
    }

    @Test func `a statement succeeds after a transient error`() async throws {
        let test = try await TestPool()
        try await test.database.run(Self.failing)
        for (state, times) in [("40001", 3), ("40P01", 3), ("25006", 1), ("57P03", 1)] as [(String, Int64)] {
            try await test.database.run("ALTER SEQUENCE public.calls RESTART")
            #expect(await test.ending(Self.fail, [.text(state), .integer(times)]) == .values([.integer(times + 1)]), "\(state)")
        }
    }

    @Test func `a statement that fails because of a deadlock is repeated`() async throws {
        let test = try await TestPool()
        try await test.database.run("CREATE TABLE public.pair (k int PRIMARY KEY, n bigint); INSERT INTO public.pair VALUES (1, 0), (2, 0)")
        func raise(_ first: Int, _ second: Int) -> PostgresStatement {
            // Each statement locks one row, waits until both have, and then requests the other's row.
            PostgresStatement(
                "raise-\(first)", repetition: .forbidden,
                """
                WITH a AS MATERIALIZED (SELECT k FROM public.pair WHERE k = \(first) FOR UPDATE),
                    p AS MATERIALIZED (SELECT public.meet() FROM a),
                    b AS MATERIALIZED (SELECT k FROM public.pair WHERE k = \(second) AND EXISTS (SELECT FROM p) FOR UPDATE)
                UPDATE public.pair SET n = n + 1 FROM b WHERE pair.k = b.k RETURNING 1 AS v
                """)
        }
        try await test.database.run(Self.meeting)
        try await test.database.run("ALTER DATABASE \(test.database.name) SET deadlock_timeout = '50ms'")
        async let one = test.ending(raise(1, 2))
        async let two = test.ending(raise(2, 1))
        let endings = await [one, two]
        #expect(endings == [.values([.integer(1)]), .values([.integer(1)])])
        #expect(try await test.database.run("SELECT n FROM public.pair") == ["1", "1"])
        let meetings = try await test.database.run("SELECT last_value FROM public.meetings").compactMap { Int($0) }
        #expect(meetings.allSatisfy { $0 >= 3 } && meetings.count == 1, "no statement was repeated: \(meetings)")
    }

    @Test func `a prepared statement survives a change of its table`() async throws {
        let test = try await TestPool()
        try await test.database.run("CREATE TABLE public.t (v bigint); INSERT INTO public.t VALUES (1)")
        let all = PostgresStatement("all", repetition: .harmless, "SELECT * FROM public.t")
        #expect(await test.ending(all) == .values([.integer(1)]))
        try await test.database.run("ALTER TABLE public.t ADD w text NOT NULL DEFAULT 'x'")
        #expect(await test.ending(all) == .values([.integer(1)]))
    }

    @Test func `every session has the settings, whatever the database's defaults`() async throws {
        let test = try await TestPool()
        try await test.database.run(
            """
            ALTER DATABASE \(test.database.name) SET synchronous_commit = off;
            ALTER DATABASE \(test.database.name) SET default_transaction_isolation = 'serializable';
            ALTER DATABASE \(test.database.name) SET search_path = 'public';
            ALTER DATABASE \(test.database.name) SET timezone = 'Europe/Amsterdam';
            ALTER DATABASE \(test.database.name) SET statement_timeout = 0
            """)
        let expected = [
            "synchronous_commit": "on", "transaction_isolation": "read committed", "search_path": "wallet_provider, pg_temp",
            "TimeZone": "UTC", "statement_timeout": "60500ms", "lock_timeout": "30s", "client_encoding": "UTF8",
            "application_name": "wallet-provider",
        ]
        let setting = PostgresStatement("setting", repetition: .harmless, parameters: [.text], "SELECT current_setting($1) AS v")
        for (name, value) in expected {
            #expect(await test.ending(setting, [.text(name)]) == .values([.text(value)]))
        }
    }
}
