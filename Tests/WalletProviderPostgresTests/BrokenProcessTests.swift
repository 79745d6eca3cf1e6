// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
import PostgresCluster
import Testing

/// A server process that fails every statement, while other processes of the server work.
@Suite(.timeLimit(.minutes(20)))
struct BrokenProcessTests {
    /// A function that fails with a code in the processes that are listed as broken.
    static let serving = """
        CREATE TABLE public.broken (pid int);
        CREATE FUNCTION public.serve(state text) RETURNS bigint LANGUAGE plpgsql AS $$
        BEGIN
            IF EXISTS (SELECT FROM public.broken WHERE pid = pg_backend_pid()) THEN RAISE EXCEPTION USING errcode = state; END IF;
            RETURN 1;
        END $$
        """
    static let serve = PostgresStatement("serve", repetition: .harmless, parameters: [.text], "SELECT public.serve($1) AS v")
    static let process = PostgresStatement("process", repetition: .harmless, "SELECT pg_backend_pid()::bigint AS v")

    /// A pool of one connection, whose server process is broken.
    func brokenPool() async throws -> TestPool {
        let test = try await TestPool { $0.connections = 1 }
        try await test.database.run(Self.serving)
        #expect(await test.ending(Self.serve, [.text("")]) == .values([.integer(1)]))
        try await test.database.run("INSERT INTO public.broken SELECT pid \(test.database.sessions)")
        return test
    }

    @Test(arguments: ["XX000", "53200", "58030"])
    func `after the third failure in a row the connection is replaced`(_ state: String) async throws {
        let test = try await brokenPool()
        for _ in 0..<3 { #expect(await test.ending(Self.serve, [.text(state)]) == .error(.unavailable)) }
        for _ in 0..<10 { #expect(await test.ending(Self.serve, [.text(state)]) == .values([.integer(1)])) }
    }

    @Test func `fewer failures in a row, and failures with a different cause, do not replace the connection`() async throws {
        let test = try await brokenPool()
        let before = await test.ending(Self.process)
        for _ in 0..<4 {
            for _ in 0..<2 { #expect(await test.ending(Self.serve, [.text("XX000")]) == .error(.unavailable)) }
            #expect(await test.ending(Self.process) == before)
        }
        for (state, code) in [("23505", .refused), ("55P03", .unavailable), ("XX001", .damaged)] as [(String, PostgresError.Code)] {
            for _ in 0..<5 { #expect(await test.ending(Self.serve, [.text(state)]) == .error(code)) }
            #expect(await test.ending(Self.process) == before)
        }
    }
}
