// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
import PostgresCluster
import ProviderProtocol
import Testing
import WalletProvider
import WalletProviderPostgres

/// Situations that only a store on a server can meet.
@Suite(.timeLimit(.minutes(20)))
struct PostgresStoreTests {
    static let tables = "account, message, wallet_key, solution, audit, attestation, status_list"
    static let lock = "SET search_path = wallet_provider; LOCK TABLE \(tables)"
    static let sessions = "FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'wallet-provider'"

    /// A database on a server, with an account that has sent message 2.
    struct Site {
        let database: PostgresDatabase
        let store: PostgresAccountStore
        let party: StoreStage

        init(on cluster: PostgresCluster? = nil) async throws {
            party = try await StoreStage(.postgres, on: cluster)
            database = try #require(party.server)
            store = try await PostgresAccountStore(database.configuration)
            #expect(try await store.create(party.newAccount()) == .created)
            #expect(try await take(2))
        }

        func take(_ number: Int64) async throws(AccountStoreError) -> Bool { try await accept(number, .none) }

        func settle(_ number: Int64, _ outcome: AttemptOutcome) async throws(AccountStoreError) -> Bool {
            try await store.settleAttempt(of: party.message(number), as: outcome, pinVersion: 0, answer: party.answer)
        }

        func reserve(_ number: Int64) async throws(AccountStoreError) -> Int? {
            try await store.reserveAttempt(
                for: party.message(number), pinVersion: 0, under: party.policy)
        }

        func accept(_ number: Int64, _ change: AccountChange) async throws(AccountStoreError) -> Bool {
            try await store.accept(
                party.message(number), evenIfRevoked: false, pinVersion: nil, change: change,
                answer: party.answer)
        }
    }

    /// All calls that a store accepts.
    static let calls: [(name: String, call: @Sendable (Site) async throws(AccountStoreError) -> Void)] = [
        ("create", { (site) async throws(AccountStoreError) in _ = try await site.store.create(site.party.newAccount()) }),
        (
            "account",
            { (site) async throws(AccountStoreError) in
                _ = try await site.store.account(of: site.party.wallet, withMessage: 1, recordedWithin: 1)
            }
        ),
        ("reserve", { (site) async throws(AccountStoreError) in _ = try await site.reserve(3) }),
        ("settle", { (site) async throws(AccountStoreError) in _ = try await site.settle(2, .right(.none)) }),
        ("settle an unlock", { (site) async throws(AccountStoreError) in _ = try await site.settle(2, .unlocked) }),
        ("settle a wrong PIN", { (site) async throws(AccountStoreError) in _ = try await site.settle(2, .wrong) }),
        (
            "settle with a change",
            { (site) async throws(AccountStoreError) in _ = try await site.settle(2, .right(.addKeys([site.party.key(1)]))) }
        ),
        ("accept", { (site) async throws(AccountStoreError) in _ = try await site.accept(3, .addKeys([site.party.key(1)])) }),
        ("keys", { (site) async throws(AccountStoreError) in _ = try await site.store.keys(of: site.party.wallet, for: .credential) }),
        ("mark", { (site) async throws(AccountStoreError) in _ = try await site.store.wallet(withRevocationCodeMark: [1]) }),
        ("revoke", { (site) async throws(AccountStoreError) in _ = try await site.store.revoke(site.party.wallet, because: .userRequest) }),
        (
            "held wallets",
            { (site) async throws(AccountStoreError) in _ = try await site.store.wallets(withRecoveryCodeMark: [1]) }
        ),
        (
            "revoke held wallets",
            { (site) async throws(AccountStoreError) in _ = try await site.store.revokeWallets(withRecoveryCodeMark: [1]) }
        ),
        ("solution", { (site) async throws(AccountStoreError) in _ = try await site.store.solutionRevocation() }),
        ("revoke the solution", { (site) async throws(AccountStoreError) in _ = try await site.store.revokeSolution() }),
        ("remove", { (site) async throws(AccountStoreError) in try await site.store.removeExpired(answers: 0, unusedAccounts: 0) }),
        (
            "take a status entry",
            { (site) async throws(AccountStoreError) in
                let candidates = [Int64](repeating: 5, count: AttestationStatuses.tries) + [5, 6]
                let request = StatusEntryRequest(
                    message: site.party.message(3), lifetime: 0, maximum: 9, candidates: candidates)
                _ = try await site.store.takeStatusEntry(request)
                _ = try await site.store.takeStatusEntry(request)
            }
        ),
        ("statuses", { (site) async throws(AccountStoreError) in _ = try await site.store.attestationStatuses(inList: 1) }),
        (
            "remove attestations",
            { (site) async throws(AccountStoreError) in try await site.store.removeExpired(answers: .max, unusedAccounts: .max) }
        ),
        ("last record", { (site) async throws(AccountStoreError) in _ = try await site.store.lastAuditRecord() }),
        ("records", { (site) async throws(AccountStoreError) in _ = try await site.store.auditRecords(after: 0, limit: 1) }),
        (
            "append",
            { (site) async throws(AccountStoreError) in
                let bytes = [UInt8](repeating: 1, count: 32)
                _ = try await site.store.append(AuditRecord(number: 1, entry: [1], hash: bytes, seal: bytes))
            }
        ),
    ]

    /// All stored values except times.
    func contents(_ database: PostgresDatabase) async throws -> [String] {
        try await database.run(
            """
            SET search_path = wallet_provider;
            SELECT seq, attempts, state FROM account; SELECT seq, answer FROM message ORDER BY seq;
            SELECT key_id FROM wallet_key; SELECT id FROM solution; SELECT number FROM audit
            """)
    }

    @Test func `a session terminated in any call makes it fail, changes nothing, and is discarded`() async throws {
        for (name, call) in Self.calls {
            let site = try await Site()
            let before = try await contents(site.database)
            try await site.database.whileOpen(Self.lock) {
                let failing = Task { await Self.ending { () async throws(AccountStoreError) in try await call(site) } }
                // Repeatable statements are repeated once.
                let killing = Task {
                    while !Task.isCancelled {
                        try await site.database.run("SELECT pg_terminate_backend(pid) \(Self.sessions) AND wait_event_type = 'Lock'")
                    }
                }
                let ending = await failing.value
                killing.cancel()
                _ = await killing.result
                guard case .failure(let error) = ending else {
                    Issue.record("\(name) did not fail")
                    return
                }
                #expect([.unavailable, .outcomeUnknown].contains(error.code), "\(name)")
            }
            #expect(try await contents(site.database) == before, "\(name)")
            try await call(site)
        }
    }

    static func ending<Value>(_ body: () async throws(AccountStoreError) -> Value) async -> Result<Value, AccountStoreError> {
        do throws(AccountStoreError) { return .success(try await body()) } catch { return .failure(error) }
    }

    @Test func `a change whose session was lost is found afterwards, but an attempt stays counted`() async throws {
        let site = try await Site(on: try await PostgresCluster.own())
        try await site.database.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        try await site.database.run("SELECT pg_reload_conf()")
        func whileCommitting<Value: Sendable>(
            _ body: @escaping @Sendable () async throws(AccountStoreError) -> Value
        ) async throws -> Result<Value, AccountStoreError> {
            async let result = Self.ending(body)
            try await site.database.wait(for: "SELECT 1 \(Self.sessions) AND wait_event = 'SyncRep'")
            try await site.database.run("SELECT pg_terminate_backend(pid) \(Self.sessions) AND wait_event = 'SyncRep'")
            return await result
        }
        #expect(try await whileCommitting { () async throws(AccountStoreError) in try await site.take(3) } == .success(true))
        let reserving = try await whileCommitting { () async throws(AccountStoreError) in try await site.reserve(4) }
        #expect(reserving == .failure(AccountStoreError(.outcomeUnknown, "")))
        #expect(try await site.store.account(of: site.party.wallet)?.attempts == 1)
    }

    @Test(arguments: [PostgresCluster.Stop.fast, .immediate])
    func `a server stopped under load keeps all acknowledged changes and is used again`(
        _ kind: PostgresCluster.Stop
    ) async throws {
        let cluster = try await PostgresCluster.own()
        let site = try await Site(on: cluster)
        let sending = Task { () -> Int64 in
            for number in 3... {
                guard let isTaken = try? await site.take(Int64(number)) else { return Int64(number - 1) }
                #expect(isTaken)
            }
            return 0
        }
        try await site.database.wait(for: "SELECT 1 FROM wallet_provider.account WHERE seq > 100")
        try await cluster.stop(kind)
        let acknowledged = await sending.value
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await site.store.account(of: site.party.wallet) }
        try await cluster.start()
        let account = try #require(try await site.store.account(of: site.party.wallet))
        #expect((acknowledged...acknowledged + 1).contains(account.sequenceNumber))
        #expect(try await site.store.message(of: site.party.wallet, acknowledged)?.answer == site.party.answer)
        #expect(try await site.reserve(account.sequenceNumber + 1) == 1)
    }

    @Test func `revoking the solution waits for calls in progress and precedes later ones`() async throws {
        let site = try await Site()
        let row = "SELECT FROM wallet_provider.account FOR UPDATE"
        let (first, revocation) = try await site.database.whileOpen(row) {
            let first = Task { try await site.accept(3, .addKeys([site.party.key(1)])) }
            try await site.database.wait(for: "SELECT 1 \(Self.sessions) AND wait_event_type = 'Lock' HAVING count(*) = 1")
            let revocation = Task { try await site.store.revokeSolution() }
            try await site.database.wait(for: "SELECT 1 \(Self.sessions) AND wait_event_type = 'Lock' HAVING count(*) = 2")
            return (first, revocation)
        }
        #expect(try await first.value)
        #expect(try await revocation.value.reason == .solutionCompromised)
        #expect(try await site.store.keys(of: site.party.wallet, for: .credential).isEmpty)
        #expect(try await !site.take(4))
    }

    @Test func `the audit log cannot be changed or emptied, even by its owner`() async throws {
        let site = try await Site()
        let bytes = [UInt8](repeating: 1, count: 32)
        #expect(try await site.store.append(AuditRecord(number: 1, entry: [1], hash: bytes, seal: bytes)))
        for sql in ["UPDATE wallet_provider.audit SET entry = ''", "DELETE FROM wallet_provider.audit", "TRUNCATE wallet_provider.audit"] {
            await #expect(throws: (any Error).self) { try await site.database.run(sql) }
        }
        #expect(try await site.store.lastAuditRecord()?.entry == [1])
    }

    @Test func `a role with only the documented privileges can serve`() async throws {
        let site = try await Site()
        let role = site.database.name + "_server"
        try await site.database.run(
            """
            CREATE ROLE \(role) LOGIN;
            GRANT USAGE ON SCHEMA wallet_provider TO \(role);
            GRANT SELECT ON ALL TABLES IN SCHEMA wallet_provider TO \(role);
            GRANT INSERT ON wallet_provider.audit TO \(role);
            GRANT INSERT, UPDATE, DELETE ON wallet_provider.account, wallet_provider.message, wallet_provider.attestation,
                wallet_provider.wrong_pin TO \(role);
            GRANT INSERT, DELETE, TRUNCATE ON wallet_provider.wallet_key TO \(role);
            GRANT INSERT, DELETE ON wallet_provider.status_list TO \(role);
            GRANT INSERT ON wallet_provider.solution TO \(role)
            """)
        var configuration = site.database.configuration
        configuration.address = PostgresAddress(site.database.address(as: role))
        let served = Site(site, store: try await PostgresAccountStore(configuration))
        for (_, call) in Self.calls { try await call(served) }
    }

    @Test func `an invalid stored value is reported as damage and does not crash`() async throws {
        let site = try await Site()
        try await site.database.run(
            "UPDATE wallet_provider.account SET state = 'revoked', ended_at = 1, revocation_reason = 'no such reason'")
        await #expect(throws: AccountStoreError(.damaged, "")) { try await site.store.account(of: site.party.wallet) }
    }

    @Test func `a database of a different version is reported`() async throws {
        let empty = try await PostgresCluster.shared().makeDatabase()
        await #expect(throws: AccountStoreError(.migrationNeeded, "")) { try await PostgresAccountStore(empty.configuration) }
        let site = try await Site()
        let record = "INSERT INTO wallet_provider.schema_migration (number, sha256) VALUES"
        try await site.database.run("\(record) (999, sha256(''))")
        await #expect(throws: AccountStoreError(.newerVersion, "")) { try await PostgresAccountStore(site.database.configuration) }
        await #expect(throws: AccountStoreError(.newerVersion, "")) { try await PostgresAccountStore.migrate(site.database.configuration) }
    }

    @Test func `a read-only database is unavailable`() async throws {
        let site = try await Site()
        try await site.database.run("ALTER DATABASE \(site.database.name) SET default_transaction_read_only = on")
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await PostgresAccountStore(site.database.configuration) }
    }

    @Test func `a closed store is unavailable`() async throws {
        let site = try await Site()
        await site.store.close()
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await site.store.account(of: site.party.wallet) }
    }

    @Test func `more rows than one statement's limit are removed`() async throws {
        let site = try await Site()
        try await site.database.run(
            """
            INSERT INTO wallet_provider.message (wallet_id, seq, request_hash, recorded_at)
            SELECT 'w', n, '', 0 FROM generate_series(1, 2500) AS n
            """)
        try await site.store.removeExpired(answers: 1000, unusedAccounts: 1000)
        #expect(try await site.database.run("SELECT count(*) FROM wallet_provider.message") == ["1"])
    }
}

extension PostgresStoreTests.Site {
    /// The same database through a different store.
    init(_ site: Self, store: PostgresAccountStore) {
        database = site.database
        self.store = store
        party = site.party
    }
}

extension PostgresDatabase {
    /// Waits until a query returns a row.
    func wait(for sql: String) async throws {
        while try await run(sql).isEmpty {}
    }
}
