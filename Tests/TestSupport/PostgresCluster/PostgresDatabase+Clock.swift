// SPDX-License-Identifier: EUPL-1.2

extension PostgresDatabase {
    /// Replaces the database's own clock by a stopped one; the database must be migrated.
    ///
    /// - Parameter milliseconds: since 1970.
    package func stopClock(at milliseconds: Int64) async throws {
        try await run(
            """
            CREATE TABLE public.test_clock (now bigint NOT NULL);
            INSERT INTO public.test_clock VALUES (\(milliseconds));
            GRANT SELECT ON public.test_clock TO public;
            CREATE OR REPLACE FUNCTION wallet_provider.wallet_now() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL SAFE
                AS 'SELECT now FROM public.test_clock';
            """)
    }

    /// Moves the stopped clock.
    package func advanceClock(milliseconds: Int64) async throws {
        try await run("UPDATE public.test_clock SET now = now + \(milliseconds)")
    }
}
