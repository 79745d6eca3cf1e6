// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
import PostgresCluster
import Testing

@Suite(.timeLimit(.minutes(20)))
struct MigrationTests {
    static let steps = [
        Migration(number: 1, sql: "CREATE TABLE one (n bigint); INSERT INTO one VALUES (1)"),
        Migration(number: 2, sql: "CREATE TABLE two (n bigint); INSERT INTO one VALUES (2)"),
        Migration(number: 3, sql: "CREATE TABLE three (n bigint); INSERT INTO one VALUES (3)"),
    ]

    let database: PostgresDatabase

    init() async throws {
        database = try await PostgresCluster.shared().makeDatabase()
    }

    func migrator(_ count: Int = 3) -> PostgresMigrator { migrator(to: Array(Self.steps.prefix(count))) }

    func migrator(to steps: [Migration]) -> PostgresMigrator { PostgresMigrator(database.configuration(), to: steps) }

    func applied() async throws -> [String] {
        try await database.run("SELECT number FROM wallet_provider.schema_migration ORDER BY number")
    }

    @Test func `a database is migrated only by the migrator, and only once`() async throws {
        await #expect(throws: PostgresError(.migrationNeeded, "")) { try await migrator().check() }
        #expect(try await database.run("SELECT to_regnamespace('wallet_provider') IS NULL") == ["t"])
        #expect(try await migrator(1).migrate() == [1])
        try await migrator(1).check()
        await #expect(throws: PostgresError(.migrationNeeded, "")) { try await migrator().check() }
        #expect(try await migrator().migrate() == [2, 3])
        #expect(try await migrator().migrate() == [])
        try await migrator().check()
        #expect(try await database.run("SELECT n FROM wallet_provider.one ORDER BY n") == ["1", "2", "3"])
    }

    @Test func `this program's own schema can be created and matches its migrations`() async throws {
        let migrator = PostgresMigrator(database.configuration())
        #expect(try await !migrator.migrate().isEmpty)
        try await migrator.check()
        #expect(try await database.run("SELECT abs(wallet_provider.wallet_now() - extract(epoch FROM now()) * 1000) < 60000") == ["t"])
    }

    @Test func `concurrent migrators apply every migration only once`() async throws {
        let taken = try await withThrowingTaskGroup(of: [Int64].self) { group in
            for _ in 0..<12 { group.addTask { try await migrator().migrate() } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(taken.sorted() == [1, 2, 3])
        #expect(try await database.run("SELECT n FROM wallet_provider.one ORDER BY n") == ["1", "2", "3"])
    }

    @Test func `a newer database is rejected and not changed`() async throws {
        _ = try await migrator().migrate()
        let older = migrator(2)
        await #expect(throws: PostgresError(.newerVersion, "")) { try await older.check() }
        await #expect(throws: PostgresError(.newerVersion, "")) { try await older.migrate() }
        #expect(try await applied() == ["1", "2", "3"])
    }

    @Test(arguments: [
        "UPDATE wallet_provider.schema_migration SET sha256 = sha256(sha256) WHERE number = 1",
        "UPDATE wallet_provider.schema_migration SET sha256 = sha256(sha256) WHERE number = 2",
        "DELETE FROM wallet_provider.schema_migration WHERE number = 1",
        "UPDATE wallet_provider.schema_migration SET number = 5 WHERE number = 2",
    ])
    func `a database with a different history is rejected and not changed`(_ change: String) async throws {
        _ = try await migrator(2).migrate()
        try await database.run(change)
        await #expect(throws: PostgresError(.damaged, "")) { try await migrator().check() }
        await #expect(throws: PostgresError(.damaged, "")) { try await migrator().migrate() }
        #expect(try await database.run("SELECT to_regclass('wallet_provider.three') IS NULL") == ["t"])
    }

    @Test func `a failed migration is rolled back completely, and the next run continues there`() async throws {
        let broken = [Self.steps[0], Migration(number: 2, sql: "CREATE TABLE half (n bigint); SELECT nothing FROM nowhere")]
        await #expect(throws: PostgresError(.refused, "")) { try await migrator(to: broken).migrate() }
        #expect(try await applied() == ["1"])
        #expect(try await database.run("SELECT to_regclass('wallet_provider.half') IS NULL") == ["t"])
        #expect(try await migrator().migrate() == [2, 3])
    }

    @Test func `an interrupted migrator leaves only complete migrations`() async throws {
        let slow = [Self.steps[0], Migration(number: 2, sql: "CREATE TABLE half (n bigint); SELECT pg_sleep(60)")]
        let migrating = Task { try await migrator(to: slow).migrate() }
        try await database.wait(for: "SELECT 1 \(database.sessions) AND wait_event = 'PgSleep'")
        try await database.terminateSessions()
        await #expect(throws: PostgresError(.unavailable, "")) { try await migrating.value }
        #expect(try await applied() == ["1"])
        #expect(try await migrator().migrate() == [2, 3])
    }

    @Test func `a cancelled migration is rolled back`() async throws {
        let slow = [Migration(number: 1, sql: "CREATE TABLE half (n bigint); SELECT pg_sleep(60)")]
        let migrating = Task { try await migrator(to: slow).migrate() }
        try await database.wait(for: "SELECT 1 \(database.sessions) AND wait_event = 'PgSleep'")
        migrating.cancel()
        await #expect(throws: PostgresError(.unavailable, "")) { try await migrating.value }
        #expect(try await migrator().migrate() == [1, 2, 3])
    }

    @Test func `a role without the right to create the schema is rejected`() async throws {
        try await database.run("CREATE ROLE \(database.name)_guest LOGIN")
        var configuration = database.configuration()
        configuration.address = PostgresAddress(database.address(as: database.name + "_guest"))
        let migrator = PostgresMigrator(configuration)
        await #expect(throws: PostgresError(.refused, "")) { try await migrator.migrate() }
    }

    @Test func `a database with a different encoding is rejected`() async throws {
        let other = try await PostgresCluster.shared().makeDatabase(options: "ENCODING 'LATIN1' TEMPLATE template0")
        await #expect(throws: PostgresError(.configuration, "")) { try await PostgresMigrator(other.configuration()).migrate() }
        #expect(try await other.run("SELECT to_regnamespace('wallet_provider') IS NULL") == ["t"])
    }
}
