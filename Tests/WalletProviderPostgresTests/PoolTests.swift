// SPDX-License-Identifier: EUPL-1.2

import PostgresCluster
import Testing
import WalletProviderPostgres

@Suite(.enabled(if: PostgresCluster.isInstalled))
struct PoolTests {
    @Test func `smoke`() async throws {
        let database = try await PostgresCluster.shared().makeDatabase()
        let configuration = PostgresConfiguration(address: PostgresAddress(database.address()))
        let migrator = PostgresMigrator(configuration)
        await #expect(throws: PostgresError(.migrationNeeded, "")) { try await migrator.check() }
        #expect(try await migrator.migrate() == [1])
        #expect(try await migrator.migrate() == [])
        try await migrator.check()
        let pool = try PostgresPool(configuration)
        let rows = try await pool.execute(PostgresStatement("now", repetition: .harmless, "SELECT wallet_now() AS n, current_setting('search_path') s"))
        print(rows)
        await pool.close()
    }
}
