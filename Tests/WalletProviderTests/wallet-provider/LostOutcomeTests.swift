// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import PostgresClient
import ProviderProtocol
import ServerKit
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderHTTP
import WalletProviderPostgres
import WalletProviderSQLite

/// The metric and the log line of unlocks whose outcome could not be stored behind the answer.
@Suite(.timeLimit(.minutes(20)))
struct LostOutcomeTests {
    private let log = LogRecorder()
    private let operations: ProviderOperations

    init() { operations = ProviderOperations(policy: .standard, timeouts: .patient, logger: log.logger) }

    /// The value of the metric; nil if it does not exist.
    private var lost: Int? {
        let name = "wallet_provider_unlock_outcomes_lost_total "
        let line = operations.server.metricsText().split(separator: "\n").first { $0.hasPrefix(name) }
        return line.flatMap { Int($0.dropFirst(name.count)) }
    }

    private var loggedCount: Int { log.lines.count(where: { $0.hasPrefix("error outcome of an unlock lost") }) }

    /// Opens the database of a stage as a server does, but the outcomes wait for `commit`.
    private func open(_ stage: StoreStage) async throws -> (store: any AccountStore, commit: @Sendable () async throws -> Void) {
        let report = { @Sendable [operations] (error: AccountStoreError) in operations.recordLostOutcome(error) }
        if let file = stage.file {
            let store = try SQLiteAccountStore(
                path: file, timeouts: .patient, clock: { TestClock().now }, outcomeDelay: .seconds(3600), report: report)
            return (store, { try await store.commitOutcomes() })
        }
        let server = try #require(stage.server)
        let store = try await PostgresAccountStore(
            server.configuration, outcomeDelay: .seconds(3600), timer: OutcomeTimer { _, _ in }, report: report)
        return (store, { try await store.commitOutcomes() })
    }

    private func wallet(_ number: UInt8) -> WalletID { WalletID { [UInt8](repeating: number, count: $0) } }

    private func message(_ number: Int64, of wallet: WalletID) -> MessageIdentity {
        MessageIdentity(
            walletID: wallet, sequenceNumber: number, assertionCounter: UInt32(number), requestHash: [UInt8](repeating: 9, count: 32))
    }

    @Test(arguments: StoreKind.installed)
    func `the outcomes that cannot be stored are counted and logged, and no stored outcome is`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        let (store, commit) = try await open(stage)
        let wallets = [wallet(1), wallet(2), wallet(3)]
        for (wallet, mark) in zip(wallets, [1, 2, 3] as [UInt8]) {
            #expect(try await store.create(stage.newAccount(wallet, mark: mark)) == .created)
        }
        func reserve(_ number: Int64, _ wallets: [WalletID], attempt: Int) async throws {
            for wallet in wallets {
                let message = message(number, of: wallet)
                #expect(try await store.reserveAttempt(for: message, pinVersion: 0, under: stage.policy) == attempt)
            }
        }
        func settle(_ number: Int64, _ wallets: [WalletID]) async throws {
            for wallet in wallets {
                let message = message(number, of: wallet)
                #expect(try await store.settleAttempt(of: message, as: .unlocked, pinVersion: 0, answer: stage.answer))
            }
        }

        #expect(lost == 0)
        try await reserve(2, wallets, attempt: 1)
        try await settle(2, wallets)
        try await commit()
        #expect(lost == 0 && loggedCount == 0)

        try await reserve(3, wallets, attempt: 1)
        try await settle(3, [wallets[0], wallets[1]])
        try await stage.run(["ALTER TABLE message RENAME TO gone"])
        try await commit()
        try await stage.run(["ALTER TABLE gone RENAME TO message"])
        #expect(lost == 2 && loggedCount == 2)

        try await settle(3, [wallets[2]])
        try await commit()
        for (wallet, attempts) in zip(wallets, [1, 1, 0]) { #expect(try await store.account(of: wallet)?.attempts == attempts) }
        try await reserve(4, [wallets[0]], attempt: 2)
        try await settle(4, [wallets[0]])
        try await commit()
        #expect(try await store.account(of: wallets[0])?.attempts == 0)
        #expect(lost == 2 && loggedCount == 2)
    }

    @Test(arguments: StoreKind.installed)
    func `an outcome whose caller learns of the failure is not counted`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        let (store, commit) = try await open(stage)
        let message = message(2, of: stage.wallet)
        #expect(try await store.create(stage.newAccount()) == .created)
        #expect(try await store.reserveAttempt(for: message, pinVersion: 0, under: stage.policy) == 1)
        try await stage.run(["ALTER TABLE message RENAME TO gone"])
        for outcome in [.wrong, .right(.none)] as [AttemptOutcome] {
            await #expect(throws: AccountStoreError.self) {
                try await store.settleAttempt(of: message, as: outcome, pinVersion: 0, answer: stage.answer)
            }
        }
        try await commit()
        #expect(lost == 0 && loggedCount == 0)
    }
}
