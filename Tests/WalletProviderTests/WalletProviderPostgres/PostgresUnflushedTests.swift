// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
import PostgresCluster
import ProviderProtocol
import Testing
import WalletProvider
import WalletProviderPostgres

/// PostgreSQL commits the outcome of a wrong PIN and of an unlock without a flush, and everything else with one.
@Suite(.timeLimit(.minutes(20)))
struct PostgresUnflushedTests {
    private let cluster: PostgresCluster
    private let site: PostgresStoreTests.Site

    init() async throws {
        cluster = try await PostgresCluster.own()
        site = try await PostgresStoreTests.Site(on: cluster)
        try await site.database.run("ALTER SYSTEM SET autovacuum = off")
        try await site.database.run("SELECT pg_reload_conf()")
    }

    /// The site through a store that commits the outcomes of unlocks later, if it `delays` them.
    private func openedSite(delays: Bool) async throws -> PostgresStoreTests.Site {
        guard delays else { return site }
        let store = try await PostgresAccountStore(
            site.database.configuration, outcomeDelay: .seconds(3600), timer: OutcomeTimer { _, _ in })
        return PostgresStoreTests.Site(site, store: store)
    }

    /// Pauses the process that flushes in the background, so that only commits flush.
    private func pauseWriter() async throws -> Int64 {
        let rows = try await site.database.run("SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'")
        let process = try #require(rows.first.flatMap { Int64($0) })
        try cluster.signal(.stop, to: process)
        return process
    }

    /// The positions in the write-ahead log up to which it is flushed and written.
    private func log() async throws -> (flushed: Int, inserted: Int) {
        let rows = try await site.database.run(
            """
            SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint
            """)
        let numbers = try #require(rows.first).split(separator: "|").compactMap { Int($0) }
        try #require(numbers.count == 2)
        return (numbers[0], numbers[1])
    }

    /// Returns the result of a call, and true if its transaction is flushed by then.
    private func call<Value>(_ body: () async throws -> Value) async throws -> (value: Value, isFlushed: Bool) {
        let before = try await log()
        let value = try await body()
        let after = try await log()
        #expect(after.inserted > before.inserted)
        return (value, after.flushed > before.inserted)
    }

    @Test(arguments: [false, true])
    func `only the outcome of a wrong PIN and of an unlock is committed without a flush`(_ delays: Bool) async throws {
        let site = try await openedSite(delays: delays)
        let process = try await pauseWriter()
        let outcomes: [(AttemptOutcome, Bool)] = [
            (.wrong, false), (.unlocked, false), (.right(.none), true), (.unlocked, false), (.right(.addKeys([site.party.key(1)])), true),
        ]
        for (index, (outcome, expected)) in outcomes.enumerated() {
            let number = Int64(3 + index)
            let (attempt, isReservationFlushed) = try await call { try await site.reserve(number) }
            #expect(attempt != nil && isReservationFlushed)
            let (isSettled, isFlushed) = try await call {
                let isSettled = try await site.settle(number, outcome)
                try await site.store.commitOutcomes()
                return isSettled
            }
            #expect(isSettled)
            #expect(isFlushed == expected, "\(index)")
        }
        let (isTaken, isFlushed) = try await call { try await site.take(20) }
        #expect(isTaken && isFlushed)
        try cluster.signal(.resume, to: process)
    }

    @Test func `unflushed outcomes do not wait for a synchronous replica, and durable outcomes do`() async throws {
        for number in [3, 4] as [Int64] { #expect(try await site.reserve(number) != nil) }
        try await site.database.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        try await site.database.run("SELECT pg_reload_conf()")
        try await site.database.wait(for: "SELECT 1 WHERE current_setting('synchronous_standby_names') = 'nobody'")
        #expect(try await site.settle(3, .wrong))
        #expect(try await site.settle(4, .unlocked))
        let settling = Task { try await site.settle(4, .right(.none)) }
        try await site.database.wait(for: "SELECT 1 \(PostgresStoreTests.sessions) AND wait_event = 'SyncRep'")
        try await site.database.run("ALTER SYSTEM RESET synchronous_standby_names")
        try await site.database.run("SELECT pg_reload_conf()")
        #expect(try await settling.value)
        #expect(try await site.store.account(of: site.party.wallet)?.attempts == 0)
    }

    @Test(arguments: [false, true])
    func `a crash that loses the outcome leaves the attempt counted, and a durable outcome is not lost`(_ delays: Bool) async throws {
        let site = try await openedSite(delays: delays)
        func crash(_ process: Int64) async throws -> Account {
            // The server treats this as a crash, and recovers from what was flushed.
            try cluster.signal(.kill, to: process)
            while true {
                let running = "SELECT 1 FROM pg_stat_activity WHERE backend_type = 'walwriter' AND pid <> \(process)"
                guard let rows = try? await site.database.run(running), !rows.isEmpty,
                    let account = try? await site.store.account(of: site.party.wallet)
                else { continue }
                return account
            }
        }
        for (outcome, number, before, after) in [
            (.unlocked, 3, 0, 1), (.wrong, 4, 2, 2), (.right(.none), 5, 0, 0),
        ] as [(AttemptOutcome, Int64, Int, Int)] {
            let process = try await pauseWriter()
            #expect(try await site.reserve(number) != nil)
            #expect(try await site.settle(number, outcome))
            #expect(try await site.store.account(of: site.party.wallet)?.attempts == before)
            let account = try await crash(process)
            #expect(account.attempts == after)
            #expect(account.wrongPINs == 0)
            #expect(account.sequenceNumber == number)
            let message = try #require(try await site.store.message(of: site.party.wallet, number))
            #expect((message.answer != nil) == outcome.isDurable)
            #expect(try await site.reserve(number) == nil)
        }
    }
}
