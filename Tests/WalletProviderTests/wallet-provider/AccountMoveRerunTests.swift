// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import PostgresClient
import PostgresCluster
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderPostgres
import WalletProviderSQLite

@testable import wallet_provider

/// Moves of accounts that ended early, and the run after them.
struct AccountMoveRerunTests {
    private let target: PostgresDatabase
    private let stage: StoreStage
    private let source: SQLiteAccountStore
    private let keys: TestProvider
    private let record = AuditRecord(
        number: 1, entry: [1], hash: [UInt8](repeating: 1, count: 32), seal: [UInt8](repeating: 1, count: 32))

    /// The number of rows of the table `attestation` in the source: two pages and a part of one.
    private static let rows: Int64 = 1234

    init() async throws {
        target = try await .migrated(stopsClock: false)
        let stage = try await StoreStage(.sqlite)
        try await stage.run([
            "INSERT INTO attestation WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.rows - 1)) "
                + "SELECT 1, i, 'wallet', 7, 0 FROM n"
        ])
        source = try #require(stage.store as? SQLiteAccountStore)
        self.stage = stage
        keys = try TestProvider()
    }

    @discardableResult
    private func move(killedAt moment: KilledMove.Moment? = nil, to other: PostgresDatabase? = nil) async throws -> [AccountTable: Int64] {
        let source: any AccountMoveSource =
            if let moment { KilledMove(source: self.source, moment: moment) } else { self.source }
        return try await PostgresMigrator((other ?? target).configuration).takeAccounts(from: source, announcing: record)
    }

    /// Opens the source like a server.
    private func openSource() throws { try SQLiteAccountStore(path: try #require(stage.file), timeouts: .patient).close() }

    /// Opens the target like a server.
    private func openTarget() async throws { try await PostgresAccountStore(target.configuration).close() }

    private func rowsInTarget() async throws -> [String] {
        try await target.run("SELECT count(*), coalesce(sum(entry), 0) FROM wallet_provider.attestation")
    }

    private func expectAllInTarget() async throws {
        #expect(try await rowsInTarget() == ["\(Self.rows)|\(Self.rows * (Self.rows - 1) / 2)"])
        #expect(try await target.run("SELECT number FROM wallet_provider.audit") == ["1"])
        #expect(try await target.run("SELECT tgenabled FROM pg_trigger WHERE tgname = 'account_follows_holder'") == ["O"])
        try await openTarget()
        #expect(throws: AccountStoreError(.moved, "")) { try openSource() }
    }

    private func expectNothingInTarget() async throws {
        #expect(try await rowsInTarget() == ["0|0"])
        #expect(try await target.run("SELECT number FROM wallet_provider.status_list") == ["1"])
        #expect(try await target.run("SELECT number FROM wallet_provider.audit").isEmpty)
        await #expect(throws: AccountStoreError(.incomplete, "")) { try await openTarget() }
    }

    // MARK: Kills

    @Test(arguments: KilledMove.Moment.allCases)
    func `after a kill at most one database serves, and the next run moves every row once`(_ moment: KilledMove.Moment) async throws {
        await #expect(throws: KilledMove.Kill()) { try await move(killedAt: moment) }
        try await expectNothingInTarget()
        if moment == .marked {
            #expect(throws: AccountStoreError(.moved, "")) { try openSource() }
        } else {
            try openSource()
        }
        #expect(try await move()[.attestation] == Self.rows)
        try await expectAllInTarget()
    }

    @Test func `a run after a kill behind the commit changes nothing and ends like the first`() async throws {
        let counts = try await move()
        try await target.run("DELETE FROM wallet_provider.attestation WHERE entry = 1")
        #expect(try await move() == counts)
        #expect(try await target.run("SELECT count(*) FROM wallet_provider.attestation") == ["\(Self.rows - 1)"])
        #expect(throws: AccountStoreError(.moved, "")) { try openSource() }
    }

    @Test func `the next run copies only the pages that are missing`() async throws {
        await #expect(throws: KilledMove.Kill()) { try await move(killedAt: .copying) }
        try await target.run(
            """
            CREATE TABLE public.copied (entry bigint);
            CREATE FUNCTION public.note() RETURNS trigger LANGUAGE plpgsql
                AS 'BEGIN INSERT INTO public.copied VALUES (NEW.entry); RETURN NULL; END';
            CREATE TRIGGER note AFTER INSERT ON wallet_provider.moving_attestation FOR EACH ROW EXECUTE FUNCTION public.note();
            """)
        try await move()
        #expect(try await target.run("SELECT min(entry), count(*) FROM public.copied") == ["1000|\(Self.rows - 1000)"])
        try await expectAllInTarget()
    }

    @Test(arguments: ["UPDATE attestation SET expires_at = 8 WHERE entry = 3", "DELETE FROM attestation WHERE entry > 600"])
    func `what the source's server changed after the kill arrives, and nothing older`(_ change: String) async throws {
        await #expect(throws: KilledMove.Kill()) { try await move(killedAt: .copied) }
        try await stage.run([change])
        let counts = try await move()
        let count = try await target.run("SELECT count(*) FROM wallet_provider.attestation")
        #expect(count == ["\(counts[.attestation] ?? 0)"])
        let old = try await target.run("SELECT count(*) FROM wallet_provider.attestation WHERE entry > 600 OR entry = 3 AND expires_at = 7")
        #expect(old == (change.hasPrefix("DELETE") ? ["1"] : ["\(Self.rows - 601)"]))
    }

    // MARK: Commits

    /// Makes the first commit of a move do something.
    private func atFirstCommit(of target: PostgresDatabase, _ act: String) async throws {
        try await target.run(
            """
            CREATE SEQUENCE public.commits;
            CREATE FUNCTION public.at_commit() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0
                AS $$ BEGIN IF nextval('public.commits') = 1 THEN \(act); END IF; RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON wallet_provider.audit DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION public.at_commit();
            """)
    }

    private static let hold = "SELECT pg_advisory_xact_lock(42)"

    private func sessions(of target: PostgresDatabase) -> String {
        "FROM pg_stat_activity WHERE datname = '\(target.name)' AND application_name = 'wallet-provider'"
    }

    /// The command's move, with the keys of a new provider.
    private func command(to target: PostgresDatabase) -> AccountMove {
        AccountMove(source: source, target: target.configuration, hsm: keys.hsm, clock: { [clock = keys.clock] in clock.now })
    }

    @Test func `a commit that the server refuses leaves the source in use`() async throws {
        try await atFirstCommit(of: target, "RAISE EXCEPTION 'refused'")
        await #expect(throws: PostgresError(.refused, "")) { try await move() }
        try await expectNothingInTarget()
        try openSource()
        _ = try await source.revokeSolution()
        #expect(try await move()[.solution] == 1)
        try await expectAllInTarget()
    }

    @Test func `a connection lost in the commit is made again, and the move completes`() async throws {
        try await atFirstCommit(of: target, "PERFORM pg_advisory_xact_lock(42)")
        let command = command(to: target)
        try await target.whileOpen(Self.hold) {
            async let counts = command.run(by: .operator(name: "test"))
            try await target.wait(for: "SELECT 1 \(sessions(of: target)) AND wait_event_type = 'Lock'")
            try await target.run("SELECT pg_terminate_backend(pid) \(sessions(of: target))")
            #expect(try await counts[.attestation] == Self.rows)
        }
        try await expectAllInTarget()
    }

    @Test func `a server that crashes in the commit leaves neither database in use until the next run`() async throws {
        let cluster = try await PostgresCluster.own()
        let target = try await PostgresDatabase.migrated(on: cluster, stopsClock: false)
        try await atFirstCommit(of: target, "PERFORM pg_advisory_xact_lock(42)")
        let command = command(to: target)
        try await target.whileOpen(Self.hold) {
            async let counts = command.run(by: .operator(name: "test"))
            try await target.wait(for: "SELECT 1 \(sessions(of: target)) AND wait_event_type = 'Lock'")
            try await cluster.stop(.immediate)
            do {
                let moved = try await counts
                Issue.record("moved \(moved)")
            } catch let error as PostgresError {
                #expect(error.code == .unavailable)
            }
        }
        #expect(throws: AccountStoreError(.moved, "")) { try openSource() }
        try await cluster.start()
        await #expect(throws: AccountStoreError(.incomplete, "")) { try await PostgresAccountStore(target.configuration) }
        #expect(try await command.run(by: .operator(name: "test"))[.attestation] == Self.rows)
        #expect(try await target.run("SELECT count(*) FROM wallet_provider.attestation") == ["\(Self.rows)"])
        #expect(throws: AccountStoreError(.moved, "")) { try openSource() }
    }

    // MARK: Comparison and targets

    @Test(arguments: ["NEW.expires_at := 8; RETURN NEW", "RETURN NULL"])
    func `a row that PostgreSQL stored differently or dropped is found, and the source stays in use`(_ act: String) async throws {
        try await target.run(
            """
            CREATE FUNCTION public.differ() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN \(act); END';
            CREATE TRIGGER differ BEFORE INSERT ON wallet_provider.attestation FOR EACH ROW WHEN (NEW.entry = 700)
                EXECUTE FUNCTION public.differ();
            """)
        let error = await #expect(throws: AccountMoveError(.differentRows, "")) { try await move() }
        #expect(error?.reason.hasPrefix("The table attestation ") == true)
        try await expectNothingInTarget()
        try openSource()
        try await target.run("DROP TRIGGER differ ON wallet_provider.attestation")
        try await move()
        try await expectAllInTarget()
    }

    @Test func `copies that were changed meanwhile are made again`() async throws {
        await #expect(throws: KilledMove.Kill()) { try await move(killedAt: .compared) }
        try await target.run("UPDATE wallet_provider.moving_attestation SET entry = 5000 WHERE entry = 700")
        try await move()
        try await expectAllInTarget()
    }

    @Test(arguments: [KilledMove.Moment?.none, .some(.copied), .some(.marked)])
    func `a target with accounts of its own is refused, and the source stays in use`(_ moment: KilledMove.Moment?) async throws {
        if let moment { await #expect(throws: KilledMove.Kill()) { try await move(killedAt: moment) } }
        try await target.run("INSERT INTO wallet_provider.attestation (list, entry, wallet_id, expires_at) VALUES (7, 7, 'foreign', 7)")
        await #expect(throws: AccountMoveError(.targetNotEmpty, "")) { try await move() }
        #expect(try await target.run("SELECT wallet_id FROM wallet_provider.attestation") == ["foreign"])
        try openSource()
    }

    @Test func `accounts that went or may have gone to one database do not move to another`() async throws {
        let other = try await PostgresDatabase.migrated(stopsClock: false)
        await #expect(throws: KilledMove.Kill()) { try await move(killedAt: .marked) }
        await #expect(throws: AccountMoveError(.otherTarget, "")) { try await move(to: other) }
        try await move()
        await #expect(throws: AccountMoveError(.otherTarget, "")) { try await move(to: other) }
        #expect(try await other.run("SELECT count(*) FROM wallet_provider.attestation") == ["0"])
        try await expectAllInTarget()
    }

    @Test func `copies with the columns of an older version are made again`() async throws {
        await #expect(throws: KilledMove.Kill()) { try await move(killedAt: .copied) }
        try await target.run("ALTER TABLE wallet_provider.moving_account DROP COLUMN seq")
        try await move()
        try await expectAllInTarget()
    }
}
