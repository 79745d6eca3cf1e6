// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
import PostgresCluster
import ProviderProtocol
import Testing
import WalletProvider
import WalletProviderPostgres

/// The locks between a person's revocation and other calls on a server.
@Suite(.timeLimit(.minutes(20)))
struct PostgresHolderLockTests {
    static let mark = [UInt8](repeating: 7, count: 32)
    static let waiting = "SELECT 1 \(PostgresStoreTests.sessions) AND wait_event_type = 'Lock' HAVING count(*) ="
    /// The lock held by a session that revokes the person or discloses the code.
    static let lockOfCode = "SELECT pg_advisory_xact_lock(hashtextextended(repeat('07', 32), 0))"

    let site: PostgresStoreTests.Site
    let holders = HolderRevocationStoreTests()

    init() async throws {
        site = try await PostgresStoreTests.Site()
        _ = try await holders.wallet(9, disclosing: Self.mark, on: site.party)
        _ = try await holders.wallet(10, disclosing: Self.mark, on: site.party)
    }

    /// The number of the person's revoked wallets.
    func revoked() async throws -> Int {
        try await site.store.wallets(withRecoveryCodeMark: Self.mark).count { $0.revocation?.reason == .recoveryCode }
    }

    /// Checks that others are served: registration, disclosure of a different code, a PIN check, and a different person's revocation.
    func othersAreServed(_ number: UInt8) async throws {
        let mark = [UInt8](repeating: number, count: 32)
        let walletID = try await holders.wallet(number, disclosing: mark, on: site.party)
        #expect(try await holders.take(6, .none, of: walletID, on: site.party))
        #expect(try await site.take(Int64(number)))
        #expect(try await site.reserve(Int64(number) + 1) != nil)
        #expect(try await site.store.revokeWallets(withRecoveryCodeMark: mark).count == 1)
        #expect(try await site.store.revoke(walletID, because: .adminRequest)?.reason == .recoveryCode)
    }

    @Test(arguments: [lockOfCode, "SELECT FROM wallet_provider.account WHERE recovery_code_mark IS NOT NULL FOR UPDATE"])
    func `a waiting revocation blocks no other wallets`(_ lock: String) async throws {
        let revoking = try await site.database.whileOpen(lock) {
            let revoking = Task { try await site.store.revokeWallets(withRecoveryCodeMark: Self.mark) }
            try await site.database.wait(for: "\(Self.waiting) 1")
            try await othersAreServed(20)
            return revoking
        }
        #expect(try await revoking.value.count == 2)
        #expect(try await revoked() == 2)
    }

    @Test func `a disclosure that waits for its person's revocation blocks no others and ends revoked`() async throws {
        let telling = try await site.database.whileOpen(
            "SET search_path = wallet_provider; SELECT FROM revoke_holder(decode(repeat('07', 32), 'hex'))", commit: true
        ) {
            let telling = Task { try await site.accept(3, .rememberRecoveryCode(mark: Self.mark)) }
            try await site.database.wait(for: "\(Self.waiting) 1")
            let walletID = try await holders.wallet(21, disclosing: [UInt8](repeating: 21, count: 32), on: site.party)
            #expect(try await holders.take(6, .none, of: walletID, on: site.party))
            return telling
        }
        #expect(try await telling.value)
        #expect(try await revoked() == 3)
    }

    @Test func `a revocation does not wait for the table's maintenance`() async throws {
        // The lock held by VACUUM, ANALYZE and a concurrent index creation.
        try await site.database.whileOpen("LOCK TABLE wallet_provider.account, wallet_provider.wallet_key IN SHARE UPDATE EXCLUSIVE MODE") {
            let count = try await site.store.revokeWallets(withRecoveryCodeMark: Self.mark).count
            let isTold = try await site.accept(3, .rememberRecoveryCode(mark: Self.mark))
            #expect(count == 2 && isTold)
        }
        #expect(try await revoked() == 3)
    }

    @Test func `revocations and disclosures succeed while the table is vacuumed repeatedly`() async throws {
        try await site.database.run(
            """
            INSERT INTO wallet_provider.account SELECT (jsonb_populate_record(account, jsonb_build_object(
                'wallet_id', 'row' || n, 'revocation_code_mark', '\\x' || lpad(to_hex(n), 8, '0'), 'recovery_code_mark', NULL))).*
            FROM wallet_provider.account, generate_series(1, 3000) AS n WHERE wallet_id = '\(site.party.wallet.text)'
            """)
        let vacuuming = Task {
            var rounds = 0
            while !Task.isCancelled {
                try await site.database.run("VACUUM (FREEZE, ANALYZE, INDEX_CLEANUP ON) wallet_provider.account")
                try await site.database.run("UPDATE wallet_provider.account SET seq = seq + 1 WHERE wallet_id LIKE 'row%'")
                rounds += 1
            }
            return rounds
        }
        for number in 30..<40 as Range<UInt8> {
            let mark = [UInt8](repeating: number, count: 32)
            _ = try await holders.wallet(number, disclosing: mark, on: site.party)
            #expect(try await site.store.revokeWallets(withRecoveryCodeMark: mark).count == 1)
            let late = try await holders.wallet(number + 100, disclosing: mark, on: site.party)
            #expect(try await holders.state(late, on: site.party) != .active)
        }
        vacuuming.cancel()
        #expect(try await vacuuming.value > 0)
    }

    @Test func `the operator's own database limits do not interrupt a revocation`() async throws {
        let role = site.database.name + "_limited"
        try await site.database.run("CREATE ROLE \(role) LOGIN SUPERUSER")
        // A session sends its own limits with its first statement, which must not be interrupted.
        for limit in ["lock_timeout = '1ms'", "statement_timeout = '500ms'", "idle_in_transaction_session_timeout = '1ms'"] {
            try await site.database.run("ALTER ROLE \(role) SET \(limit)")
        }
        var configuration = site.database.configuration
        configuration.address = PostgresAddress(site.database.address(as: role))
        let store = try await PostgresAccountStore(configuration)
        let revoking = try await site.database.whileOpen(Self.lockOfCode) {
            let revoking = Task { try await store.revokeWallets(withRecoveryCodeMark: Self.mark) }
            try await site.database.wait(
                for: "SELECT 1 \(PostgresStoreTests.sessions) AND wait_event_type = 'Lock' AND clock_timestamp() - query_start > '600ms'")
            return revoking
        }
        #expect(try await revoking.value.count == 2)
    }

    @Test(arguments: [
        lockOfCode,
        "SELECT FROM wallet_provider.account WHERE wallet_id = '\(WalletID { [UInt8](repeating: 10, count: $0) }.text)' FOR UPDATE",
    ])
    func `a revocation that waits too long is unavailable, revokes no wallet, and succeeds on retry`(
        _ lock: String
    ) async throws {
        var configuration = site.database.configuration
        configuration.callTimeLimit = .seconds(2)
        let store = try await PostgresAccountStore(configuration)
        try await site.database.whileOpen(lock) {
            let ending = await PostgresStoreTests.ending { () async throws(AccountStoreError) in
                try await store.revokeWallets(withRecoveryCodeMark: Self.mark)
            }
            let left = try await revoked()
            #expect(ending == .failure(AccountStoreError(.unavailable, "")) && left == 0)
        }
        try await site.database.wait(for: "SELECT 1 WHERE NOT EXISTS (SELECT \(PostgresStoreTests.sessions) AND state <> 'idle')")
        #expect(try await revoked() == 0)
        #expect(try await site.store.revokeWallets(withRecoveryCodeMark: Self.mark).count == 2)
        #expect(try await revoked() == 2)
    }

    @Test func `a session lost during a revocation revokes no wallet`() async throws {
        let last = "SELECT FROM wallet_provider.account WHERE recovery_code_mark IS NOT NULL ORDER BY ctid DESC LIMIT 1 FOR UPDATE"
        try await site.database.whileOpen(last) {
            let failing = Task {
                await PostgresStoreTests.ending { () async throws(AccountStoreError) in
                    try await site.store.revokeWallets(withRecoveryCodeMark: Self.mark)
                }
            }
            let ending = Task {
                while !Task.isCancelled {
                    try await site.database.run(
                        "SELECT pg_terminate_backend(pid) \(PostgresStoreTests.sessions) AND wait_event_type = 'Lock'")
                }
            }
            let failure = await failing.value
            ending.cancel()
            _ = await ending.result
            let left = try await revoked()
            #expect(failure == .failure(AccountStoreError(.unavailable, "")) && left == 0)
        }
        #expect(try await site.store.revokeWallets(withRecoveryCodeMark: Self.mark).count == 2)
    }

    @Test func `a revocation locks the table before the code, like a disclosure, so that nothing comes between`() async throws {
        // The lock held by the revocation of the solution.
        let revoking = try await site.database.whileOpen("LOCK TABLE wallet_provider.account IN SHARE ROW EXCLUSIVE MODE") {
            let revoking = Task { try await site.store.revokeWallets(withRecoveryCodeMark: Self.mark) }
            try await site.database.wait(for: "\(Self.waiting) 1")
            let codes =
                "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            #expect(try await site.database.run(codes).isEmpty)
            return revoking
        }
        #expect(try await revoking.value.count == 2)
    }

    @Test func `two persons revoked in opposite order while both get wallets: no deadlock, and all end revoked`() async throws {
        let stores = [
            try await PostgresAccountStore(site.database.configuration), try await PostgresAccountStore(site.database.configuration),
        ]
        let marks: [[UInt8]] = [Self.mark, holders.otherMark]
        _ = try await holders.wallet(11, disclosing: marks[1], on: site.party)
        let (site, holders) = (site, holders)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, store) in stores.enumerated() {
                group.addTask {
                    for round in 0..<15 { _ = try await store.revokeWallets(withRecoveryCodeMark: marks[(index + round) % 2]) }
                }
            }
            for number in 50..<80 as Range<UInt8> {
                group.addTask { _ = try await holders.wallet(number, disclosing: marks[Int(number) % 2], on: site.party) }
            }
            group.addTask { for _ in 1...5 { try await stores[0].removeExpired(answers: 60_000, unusedAccounts: 60_000_000) } }
            try await group.waitForAll()
        }
        for mark in marks {
            let wallets = try await site.store.revokeWallets(withRecoveryCodeMark: mark)
            #expect(wallets.allSatisfy { $0.revocation?.reason == .recoveryCode })
        }
        #expect(
            try await site.database.run("SELECT wallet_id FROM wallet_provider.account WHERE state = 'active'") == [site.party.wallet.text])
        for store in stores { await store.close() }
        await site.store.close()
        #expect(try await site.database.run("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()") == ["0"])
    }
}
