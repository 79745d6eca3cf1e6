// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
import PostgresCluster
import ProviderProtocol
import Testing
import WalletProvider
import WalletProviderPostgres

/// Two calls that start while the wallet's row is locked. The first gets the row first. The second, whose snapshot of all other tables is
/// older, is judged by the first one's result.
@Suite(.timeLimit(.minutes(20)))
struct PostgresOrderTests {
    let site: PostgresStoreTests.Site

    init() async throws {
        site = try await PostgresStoreTests.Site()
    }

    func inOrder<First: Sendable, Second: Sendable>(
        _ first: @escaping @Sendable () async throws -> First, _ second: @escaping @Sendable () async throws -> Second
    ) async throws -> (First, Second) {
        let waiting = "SELECT 1 \(PostgresStoreTests.sessions) AND wait_event_type = 'Lock' HAVING count(*) ="
        let tasks = try await site.database.whileOpen("SELECT FROM wallet_provider.account FOR UPDATE") {
            let one = Task { try await first() }
            try await site.database.wait(for: "\(waiting) 1")
            let two = Task { try await second() }
            try await site.database.wait(for: "\(waiting) 2")
            return (one, two)
        }
        return (try await tasks.0.value, try await tasks.1.value)
    }

    func acceptOther(_ number: Int64, _ change: AccountChange) async throws -> Bool {
        try await site.store.accept(
            site.party.message(number), evenIfRevoked: false, pinVersion: nil, change: change, answer: site.party.answer)
    }

    func settle(_ number: Int64) async throws -> Bool {
        try await site.store.settleAttempt(
            of: site.party.message(number), as: .right(.none), pinVersion: 0, answer: site.party.answer)
    }

    func keys(_ purpose: WalletKeyPurpose) async throws -> [WalletKey] {
        try await site.store.keys(of: site.party.wallet, for: purpose)
    }

    @Test func `of two concurrent attempts with the same number, only one is accepted`() async throws {
        let (first, second) = try await inOrder({ try await site.reserve(3) }, { try await site.reserve(3) })
        #expect(first == 1)
        #expect(second == nil)
    }

    @Test(arguments: [(3, 4, 2), (4, 3, nil)] as [(Int64, Int64, Int?)])
    func `an attempt older than a concurrent attempt is rejected`(_ first: Int64, _ second: Int64, _ expected: Int?) async throws {
        let attempts = try await inOrder({ try await site.reserve(first) }, { try await site.reserve(second) })
        #expect(attempts.0 == 1)
        #expect(attempts.1 == expected)
    }

    @Test func `of two concurrent messages with the same number, only one is accepted`() async throws {
        let (first, second) = try await inOrder({ try await site.take(3) }, { try await site.take(3) })
        #expect(first)
        #expect(!second)
    }

    @Test func `after an attempt, an older concurrent message is rejected`() async throws {
        let (first, second) = try await inOrder({ try await site.reserve(4) }, { try await site.take(3) })
        #expect(first == 1)
        #expect(!second)
    }

    @Test func `after a right PIN a later attempt counts as the first of its round`() async throws {
        _ = try await site.reserve(3)
        _ = try await site.take(4)
        let (_, second) = try await inOrder({ try await settle(3) }, { try await site.reserve(5) })
        #expect(second == 1)
        #expect(try await site.store.account(of: site.party.wallet)?.attempts == 1)
    }

    @Test func `an earlier right PIN does not reset a later attempt`() async throws {
        _ = try await site.reserve(3)
        _ = try await site.take(4)
        let (first, _) = try await inOrder({ try await site.reserve(5) }, { try await settle(3) })
        #expect(first == 2)
        #expect(try await site.store.account(of: site.party.wallet)?.attempts == 2)
    }

    @Test func `a revocation removes keys that were added just before`() async throws {
        let (first, second) = try await inOrder(
            { try await site.accept(3, .addKeys([site.party.key(1)])) },
            { try await site.store.revoke(site.party.wallet, because: .adminRequest) })
        #expect(first)
        #expect(second?.reason == .adminRequest)
        #expect(try await keys(.credential).isEmpty)
    }

    @Test func `of two concurrent revocations the first counts, and both calls return it`() async throws {
        let (first, second) = try await inOrder(
            { try await site.store.revoke(site.party.wallet, because: .adminRequest) },
            { try await site.store.revoke(site.party.wallet, because: .userRequest) })
        #expect(first != nil)
        #expect(first == second)
    }

    @Test func `after a revocation no attempt is reserved`() async throws {
        let (_, second) = try await inOrder(
            { try await site.store.revoke(site.party.wallet, because: .adminRequest) }, { try await site.reserve(3) })
        #expect(second == nil)
    }

    /// A second wallet of the person whose code the site's wallet is about to disclose. It is revoked with the code when `revoking` runs.
    private func discloseAndRevoke(first isDisclosureFirst: Bool) async throws {
        let (mark, held) = ([UInt8](repeating: 7, count: 32), WalletID { [UInt8](repeating: 9, count: $0) })
        #expect(try await site.store.create(site.party.newAccount(held, hash: 9, mark: 9)) == .created)
        try await site.database.run(
            "UPDATE wallet_provider.account SET recovery_code_mark = decode(repeat('07', 32), 'hex') WHERE wallet_id = '\(held.text)'")
        let disclose: @Sendable () async throws -> Bool = { try await site.accept(3, .rememberRecoveryCode(mark: mark)) }
        let revoke: @Sendable () async throws -> Bool = { try await !site.store.revokeWallets(withRecoveryCodeMark: mark).isEmpty }
        let (first, second) = try await isDisclosureFirst ? inOrder(disclose, revoke) : inOrder(revoke, disclose)
        #expect(first && second)
        for walletID in [held, site.party.wallet] {
            guard case .revoked(let revocation)? = try await site.store.account(of: walletID)?.state else {
                Issue.record("a wallet of the person is still active")
                continue
            }
            #expect(revocation.reason == .recoveryCode)
        }
    }

    @Test(arguments: [true, false])
    func `a recovery code that is disclosed and revoked at the same time revokes both wallets`(_ isDisclosureFirst: Bool) async throws {
        try await discloseAndRevoke(first: isDisclosureFirst)
    }

    @Test func `new keys that are added before a deregistration are removed by it`() async throws {
        let (first, second) = try await inOrder(
            { try await site.accept(4, .addKeys([site.party.key(1)])) }, { try await acceptOther(5, .deregister) })
        #expect(first)
        #expect(second)
        #expect(try await keys(.credential).isEmpty)
    }

    @Test func `the later of two concurrent recoveries replaces the earlier one`() async throws {
        let (first, second) = try await inOrder(
            { try await site.accept(4, .beginRecovery(sealedPINKey: [1], keys: [site.party.key(1, .recovery)], lifetime: 9)) },
            { try await acceptOther(5, .beginRecovery(sealedPINKey: [2], keys: [site.party.key(2, .recovery)], lifetime: 9)) })
        #expect(first)
        #expect(second)
        #expect(try await keys(.recovery) == [site.party.key(2, .recovery)])
        #expect(try await site.store.account(of: site.party.wallet)?.recovery?.sealedPINKey == [2])
    }

    @Test func `a registration waits for an uncommitted registration of a different replica`() async throws {
        let wallet = WalletID { [UInt8](repeating: 8, count: $0) }
        let copy = """
            CREATE TEMPORARY TABLE copy ON COMMIT DROP AS SELECT * FROM wallet_provider.account;
            UPDATE copy SET wallet_id = '\(wallet.text)', revocation_code_mark = '\\x08';
            INSERT INTO wallet_provider.account SELECT * FROM copy
            """
        for (hash, creation) in [(1, .repeated), (2, .conflict)] as [(UInt8, AccountCreation)] {
            let registering = try await site.database.whileOpen(copy, commit: true) {
                let registering = Task { try await site.store.create(site.party.newAccount(wallet, hash: hash, mark: 9)) }
                try await site.database.wait(
                    for: "SELECT 1 \(PostgresStoreTests.sessions) AND wait_event_type = 'Lock' HAVING count(*) = 1")
                return registering
            }
            #expect(try await registering.value == creation)
            try await site.database.run("DELETE FROM wallet_provider.account WHERE wallet_id = '\(wallet.text)'")
        }
    }
}
