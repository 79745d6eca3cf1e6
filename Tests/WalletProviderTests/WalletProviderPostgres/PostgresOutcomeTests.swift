// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import PostgresClient
import PostgresCluster
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderPostgres

/// PostgreSQL gets the outcome of an unlock behind its answer, with others in one statement. Until then the unlocking server sees it, and
/// every other one treats the wallet more strictly. (SQLite: `UnflushedOutcomeTests`.)
@Suite(.timeLimit(.minutes(20)))
struct PostgresOutcomeTests {
    /// A server whose outcomes wait until the test rings its timer.
    private final class Replica: Sendable {
        let store: PostgresAccountStore
        let lost: Recorded<[AccountStoreError]>
        private let timers: Recorded<[@Sendable () -> Void]>

        /// - Parameter configure: changes the settings of the connections.
        init(on database: PostgresDatabase, _ configure: (inout PostgresConfiguration) -> Void = { _ in }) async throws {
            let (lost, timers) = (Recorded<[AccountStoreError]>([]), Recorded<[@Sendable () -> Void]>([]))
            (self.lost, self.timers) = (lost, timers)
            var configuration = database.configuration
            configure(&configuration)
            store = try await PostgresAccountStore(
                configuration, outcomeDelay: PostgresAccountStore.outcomeDelay,
                timer: OutcomeTimer { time, body in
                    #expect(time == .milliseconds(5))
                    timers.change { $0.append(body) }
                }, report: { error in lost.change { $0.append(error) } })
        }

        /// The number of timers that run.
        var timerCount: Int { timers.value.count }

        func ring() {
            let due = timers.change { timers -> [@Sendable () -> Void] in
                defer { timers = [] }
                return timers
            }
            for body in due { body() }
        }

        func reserve(_ message: MessageIdentity) async throws(AccountStoreError) -> Int? {
            try await store.reserveAttempt(for: message, pinVersion: 0, under: .standard)
        }

        func settle(_ message: MessageIdentity, _ outcome: AttemptOutcome = .unlocked) async throws(AccountStoreError) -> Bool {
            try await store.settleAttempt(of: message, as: outcome, pinVersion: 0, answer: StoredAnswer(status: 200, body: [1, 2]))
        }
    }

    private let site: PostgresStoreTests.Site
    private let replica: Replica

    init() async throws {
        site = try await PostgresStoreTests.Site()
        replica = try await Replica(on: site.database)
    }

    // MARK: What the database has

    /// The store as a server without a queue sees it.
    private var outside: PostgresAccountStore { site.store }

    private func attempts(_ walletID: WalletID? = nil) async throws -> Int? {
        try await outside.account(of: walletID ?? site.party.wallet)?.attempts
    }

    private func isAnswered(_ number: Int64) async throws -> Bool {
        try #require(try await outside.message(of: site.party.wallet, number)).answer == site.party.answer
    }

    private func message(_ number: Int64, of walletID: WalletID) -> MessageIdentity {
        MessageIdentity(
            walletID: walletID, sequenceNumber: number, assertionCounter: UInt32(number), requestHash: [UInt8](repeating: 9, count: 32))
    }

    /// Registers further wallets.
    private func wallets(_ count: Int) async throws -> [WalletID] {
        var wallets: [WalletID] = []
        for number in 2..<UInt8(2 + count) {
            let wallet = WalletID { [UInt8](repeating: number, count: $0) }
            #expect(try await outside.create(site.party.newAccount(wallet, mark: number)) == .created)
            wallets.append(wallet)
        }
        return wallets
    }

    /// Reserves and settles message 3 of the wallet; the outcome waits.
    private func unlock() async throws {
        #expect(try await replica.reserve(site.party.message(3)) == 1)
        #expect(try await replica.settle(site.party.message(3)))
        #expect(try await attempts() == 1)
        #expect(try await !isAnswered(3))
    }

    // MARK: One server

    @Test func `only the outcome of an unlock is written later, and the server itself sees it at once`() async throws {
        let outcomes: [AttemptOutcome] = [
            .wrong, .unlocked, .right(.none), .unlocked, .right(.addKeys([site.party.key(1)])), .wrong, .unlocked,
        ]
        for (index, outcome) in outcomes.enumerated() {
            let number = Int64(3 + index)
            #expect(try await replica.reserve(site.party.message(number)) != nil)
            #expect(try await replica.settle(site.party.message(number), outcome))
            let isLater = if case .unlocked = outcome { true } else { false }
            #expect(try await isAnswered(number) == !isLater)
            #expect(try await replica.store.message(of: site.party.wallet, number)?.answer == site.party.answer)
            if isLater { #expect(try await replica.store.account(of: site.party.wallet)?.attempts == 0) }
        }
        #expect(replica.lost.value.isEmpty)
    }

    /// The calls that concern a wallet's attempts or answers.
    enum Call: CaseIterable {
        case account, reserve, reserveKnown, settle, accept, revoke, witnessedAccount, namedAccounts, allAccounts, close

        /// - Parameter pin: the PIN of the wallet, as read from another server.
        func perform(on store: PostgresAccountStore, for party: StoreStage, pin: AccountPIN) async throws {
            switch self {
            case .account: #expect(try await store.account(of: party.wallet)?.attempts == 0)
            case .reserve: #expect(try await store.reserveAttempt(for: party.message(4), pinVersion: 0, under: party.policy) == 1)
            case .reserveKnown:
                let reservation = try await store.reserveKnown(party.message(4), pin: pin, under: party.policy, atLeast: nil)
                #expect(reservation?.attempt == 1)
            case .settle:
                #expect(try await store.settleAttempt(of: party.message(3), as: .right(.none), pinVersion: 0, answer: nil))
            case .accept:
                let isAccepted = try await store.accept(
                    party.message(4), evenIfRevoked: false, pinVersion: nil, change: .none, answer: party.answer)
                #expect(isAccepted)
            case .revoke: #expect(try await store.revoke(party.wallet, because: .userRequest) != nil)
            case .witnessedAccount: #expect(try await store.witnessedAccount(party.wallet)?.attempts.count == 0)
            case .namedAccounts: #expect(try await store.witnessedAccounts(named: [party.wallet]).map(\.attempts.count) == [0])
            case .allAccounts: #expect(try await store.witnessedAccounts(after: nil, limit: 9).map(\.attempts.count) == [0])
            case .close: await store.close()
            }
        }
    }

    @Test(arguments: Call.allCases) func `every later call about the wallet commits the outcome before it`(_ call: Call) async throws {
        try await unlock()
        let pin = try #require(try await outside.account(of: site.party.wallet)?.pin)
        try await call.perform(on: replica.store, for: site.party, pin: pin)
        #expect(try await isAnswered(3))
        #expect(try await attempts() == (call == .reserve || call == .reserveKnown ? 1 : 0))
        #expect(replica.lost.value.isEmpty)
    }

    @Test func `a restored row is compared with the committed outcome`() async throws {
        try await unlock()
        let former = try #require(try await outside.witnessedAccount(site.party.wallet))
        #expect(former.attempts.count == 1)
        #expect(try await !replica.store.replace(former, by: former))
        #expect(try await attempts() == 0)
    }

    @Test func `a call about another wallet does not wait for the outcome`() async throws {
        let other = try #require(try await wallets(1).first)
        try await unlock()
        #expect(try await replica.reserve(message(2, of: other)) == 1)
        #expect(try await replica.store.account(of: other)?.attempts == 1)
        #expect(try await attempts() == 1)
        #expect(try await !isAnswered(3))
    }

    /// Locks the row of the wallet.
    private var lockOfWallet: String { "SELECT FROM wallet_provider.account WHERE wallet_id = '\(site.party.wallet.text)' FOR UPDATE" }

    /// Returns a row once a session waits for that lock.
    private let blockedSession = "SELECT 1 \(PostgresStoreTests.sessions) AND wait_event_type = 'Lock' HAVING count(*) = 1"

    /// Sends a message whose request is over.
    private func expectUnavailable(_ message: MessageIdentity) async {
        let over = Deadline(after: .zero, on: ContinuousClock(), attemptMargin: .zero)
        await #expect(throws: AccountStoreError(.unavailable, "")) {
            try await Deadline.$current.withValue(over) { try await replica.reserve(message) }
        }
    }

    @Test func `an outcome whose row is locked delays only its own wallet, at most until the request's deadline`() async throws {
        let other = try #require(try await wallets(1).first)
        try await unlock()
        #expect(try await replica.reserve(message(2, of: other)) == 1)
        try await site.database.whileOpen(lockOfWallet) { () async throws -> Void in
            // Both outcomes are in one batch.
            #expect(try await replica.settle(message(2, of: other)))
            #expect(try await replica.store.account(of: other)?.attempts == 0)
            #expect(try await attempts(other) == 0)
            await expectUnavailable(site.party.message(4))
            #expect(try await attempts() == 1)
        }
        #expect(try await replica.store.account(of: site.party.wallet)?.attempts == 0)
        #expect(try await isAnswered(3))
        #expect(replica.lost.value.isEmpty)
    }

    @Test func `an attempt is reserved only if the wait for an earlier outcome has left time for it`() async throws {
        try await unlock()
        let clock = ManualClock()
        let reserving = try await site.database.whileOpen(lockOfWallet) {
            let reserving = Task { [replica, site] in
                try await Deadline.$current.withValue(Timeouts.production.measured(by: clock).deadline()) {
                    try await replica.reserve(site.party.message(4))
                }
            }
            try await site.database.wait(for: blockedSession)
            clock.advance(by: .milliseconds(1401))
            return reserving
        }
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await reserving.value }
        #expect(try await attempts() == 0)
        #expect(try await outside.message(of: site.party.wallet, 4) == nil)
    }

    // MARK: Batches

    /// The number of transactions that have reset these accounts; nil if not all are reset.
    private func batches(of wallets: some Sequence<WalletID>) async throws -> String? {
        let names = wallets.map { "'\($0.text)'" }.joined(separator: ", ")
        return try await site.database.run(
            """
            SELECT count(DISTINCT xmin::text) FROM wallet_provider.account WHERE wallet_id IN (\(names)) HAVING max(attempts) = 0
            """
        ).first
    }

    @Test func `the outcomes of five milliseconds are one statement`() async throws {
        let wallets = try await wallets(9)
        for wallet in wallets { #expect(try await replica.reserve(message(2, of: wallet)) == 1) }
        for wallet in wallets { #expect(try await replica.settle(message(2, of: wallet))) }
        #expect(replica.timerCount == 1)
        #expect(try await batches(of: wallets) == nil)
        replica.ring()
        try await replica.store.commitOutcomes()
        #expect(try await batches(of: wallets) == "1")
        let answers = try await site.database.run("SELECT count(*) FROM wallet_provider.message WHERE seq = 2 AND answer = '\\x0102'")
        // The wallet of every test has message 2 as well.
        #expect(answers == ["10"])
        // A later outcome has a timer of its own, and needs no other call.
        let last = try #require(wallets.last)
        #expect(try await replica.reserve(message(3, of: last)) == 1)
        #expect(try await replica.settle(message(3, of: last)))
        #expect(replica.timerCount == 1)
        replica.ring()
        try await site.database.wait(
            for: "SELECT 1 FROM wallet_provider.account WHERE wallet_id = '\(last.text)' AND seq = 3 AND attempts = 0")
    }

    @Test func `a batch finds its rows by their keys, also in a new database without statistics`() async throws {
        let wallets = try await wallets(9)
        for number in [2, 3] as [Int64] {
            for wallet in wallets { #expect(try await replica.reserve(message(number, of: wallet)) == 1) }
            for wallet in wallets { #expect(try await replica.settle(message(number, of: wallet))) }
            try await replica.store.commitOutcomes()
        }
        // The server adds the numbers of a session at its end.
        await replica.store.close()
        let reads = "FROM pg_stat_user_tables WHERE schemaname = 'wallet_provider' AND relname = 'message'"
        try await site.database.wait(for: "SELECT 1 \(reads) AND n_tup_upd >= 18")
        #expect(try await site.database.run("SELECT seq_tup_read \(reads)") == ["0"])
    }

    @Test func `sixty-four outcomes do not wait for the timer, and the next one does`() async throws {
        let wallets = try await wallets(65)
        for wallet in wallets { #expect(try await replica.reserve(message(2, of: wallet)) == 1) }
        for wallet in wallets { #expect(try await replica.settle(message(2, of: wallet))) }
        try await site.database.wait(for: "SELECT 1 FROM wallet_provider.account HAVING count(*) FILTER (WHERE attempts > 0) = 1")
        #expect(try await batches(of: wallets.prefix(64)) == "1")
        let last = try #require(wallets.last)
        #expect(try await attempts(last) == 1)
        replica.ring()
        try await replica.store.commitOutcomes()
        #expect(try await attempts(last) == 0)
    }

    @Test func `of two unlocks of one wallet in a batch, only the last attempt decides, and both have their answers`() async throws {
        for number in [3, 4] as [Int64] { #expect(try await replica.reserve(site.party.message(number)) != nil) }
        #expect(try await replica.settle(site.party.message(3)))
        #expect(try await replica.settle(site.party.message(4)))
        try await replica.store.commitOutcomes()
        #expect(try await attempts() == 0)
        for number in [3, 4] as [Int64] { #expect(try await isAnswered(number)) }
    }

    @Test func `an unlock returns no attempt that was reserved after it`() async throws {
        for number in [3, 4] as [Int64] { #expect(try await replica.reserve(site.party.message(number)) != nil) }
        #expect(try await replica.settle(site.party.message(4), .wrong))
        #expect(try await replica.settle(site.party.message(3)))
        try await replica.store.commitOutcomes()
        #expect(try await attempts() == 2)
        #expect(try await isAnswered(3))
    }

    @Test func `an outcome does not replace a recorded answer`() async throws {
        #expect(try await replica.reserve(site.party.message(3)) == 1)
        #expect(try await replica.settle(site.party.message(3), .right(.none)))
        let other = StoredAnswer(status: 500, body: [7])
        #expect(try await replica.store.settleAttempt(of: site.party.message(3), as: .unlocked, pinVersion: 0, answer: other))
        try await replica.store.commitOutcomes()
        #expect(try await isAnswered(3))
    }

    // MARK: Crashes and losses

    @Test func `a crash of the server leaves the attempt counted and the message unanswered`() async throws {
        try await unlock()
        // The next server has only the database. The identical message is not judged again, and the next attempt is the second.
        let next = try await Replica(on: site.database)
        #expect(try await next.reserve(site.party.message(3)) == nil)
        #expect(try await next.reserve(site.party.message(4)) == 2)
        #expect(try await next.settle(site.party.message(4)))
        #expect(try await next.store.account(of: site.party.wallet)?.attempts == 0)
        #expect(try await !isAnswered(3))
    }

    @Test func `a batch that cannot be written is reported, and leaves the attempts counted`() async throws {
        let other = try #require(try await wallets(1).first)
        try await unlock()
        #expect(try await replica.reserve(message(2, of: other)) == 1)
        #expect(try await replica.settle(message(2, of: other)))
        try await site.database.run("ALTER TABLE wallet_provider.message RENAME TO gone")
        try await replica.store.commitOutcomes()
        try await site.database.run("ALTER TABLE wallet_provider.gone RENAME TO message")
        #expect(replica.lost.value == [AccountStoreError(.unavailable, ""), AccountStoreError(.unavailable, "")])
        #expect(try await attempts() == 1)
        #expect(try await attempts(other) == 1)
        #expect(try await !isAnswered(3))
        // It is not tried again.
        replica.ring()
        try await replica.store.commitOutcomes()
        #expect(try await replica.reserve(site.party.message(3)) == nil)
        #expect(try await replica.reserve(site.party.message(4)) == 2)
        #expect(replica.lost.value.count == 2)
    }

    @Test func `an outcome that finds too many calls waiting is reported at once, and leaves its attempt counted`() async throws {
        let others = try await wallets(2)
        let replica = try await Replica(on: site.database) { ($0.connections, $0.queueLimit) = (1, 1) }
        for other in others { #expect(try await replica.reserve(message(2, of: other)) == 1) }
        let reserving = try await site.database.whileOpen(lockOfWallet) {
            let reserving = Task { [site] in try await replica.reserve(site.party.message(3)) }
            try await site.database.wait(for: blockedSession)
            // The first outcome waits for the only connection, and the second has no place behind it.
            for other in others {
                #expect(replica.lost.value.isEmpty)
                #expect(try await replica.settle(message(2, of: other)))
                replica.ring()
            }
            #expect(replica.lost.value == [AccountStoreError(.unavailable, "")])
            return reserving
        }
        #expect(try await reserving.value == 1)
        try await replica.store.commitOutcomes()
        #expect(try await attempts(others.first) == 0)
        #expect(try await attempts(others.last) == 1)
        #expect(replica.lost.value.count == 1)
    }

    @Test func `outcomes that a stopped database cannot take are reported when the server ends`() async throws {
        let cluster = try await PostgresCluster.own()
        let site = try await PostgresStoreTests.Site(on: cluster)
        let replica = try await Replica(on: site.database)
        #expect(try await replica.reserve(site.party.message(3)) == 1)
        #expect(try await replica.settle(site.party.message(3)))
        try await cluster.stop(.fast)
        await replica.store.close()
        #expect(replica.lost.value == [AccountStoreError(.unavailable, "")])
        try await cluster.start()
        #expect(try await site.store.account(of: site.party.wallet)?.attempts == 1)
    }

    // MARK: Replicas

    @Test(arguments: [true, false])
    func `until the outcome is written another replica is stricter, and its attempt is not given back by it`(
        _ isSecondRight: Bool
    ) async throws {
        let other = try await Replica(on: site.database)
        try await unlock()
        // The identical message is neither judged nor answered, and the attempt counts.
        let seen = try #require(try await other.store.message(of: site.party.wallet, 3))
        #expect(seen.answer == nil)
        #expect(try await other.reserve(site.party.message(3)) == nil)
        #expect(try await other.reserve(site.party.message(4)) == 2)
        // Neither replica's outcome lowers the count while the other's attempt is open.
        try await replica.store.commitOutcomes()
        #expect(try await isAnswered(3))
        #expect(try await attempts() == 2)
        #expect(try await other.settle(site.party.message(4), isSecondRight ? .unlocked : .wrong))
        #expect(try await attempts() == 2)
        try await other.store.commitOutcomes()
        #expect(try await attempts() == (isSecondRight ? 0 : 2))
        // A right PIN anywhere ends it.
        #expect(try await replica.reserve(site.party.message(5)) == (isSecondRight ? 1 : 3))
        #expect(try await replica.settle(site.party.message(5)))
        try await replica.store.commitOutcomes()
        #expect(try await attempts() == 0)
    }

    @Test func `two replicas write the same wallets in opposite order, and neither blocks the other`() async throws {
        let other = try await Replica(on: site.database)
        let wallets = try await wallets(20)
        for round in 0..<5 as Range<Int64> {
            for wallet in wallets { #expect(try await replica.reserve(message(2 + 2 * round, of: wallet)) == 1) }
            for wallet in wallets { #expect(try await other.reserve(message(3 + 2 * round, of: wallet)) == 2) }
            for wallet in wallets { #expect(try await replica.settle(message(2 + 2 * round, of: wallet))) }
            for wallet in wallets.reversed() { #expect(try await other.settle(message(3 + 2 * round, of: wallet))) }
            async let first: Void = replica.store.commitOutcomes()
            async let second: Void = other.store.commitOutcomes()
            _ = try await (first, second)
        }
        let left = try await site.database.run(
            """
            SET search_path = wallet_provider;
            SELECT count(*) FROM account WHERE attempts > 0; SELECT count(*) FROM message WHERE answer IS NULL
            """)
        #expect(left == ["0", "0"])
        #expect(replica.lost.value.isEmpty && other.lost.value.isEmpty)
    }
}
