// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Deadlines
import Foundation
import GRDB
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

@testable import WalletProviderSQLite

/// SQLite may commit the outcome of an unlock behind its answer, with the next write. Everything else is on disk before the answer.
/// (PostgreSQL: `PostgresUnflushedTests`.)
@Suite(.timeLimit(.minutes(20)))
struct UnflushedOutcomeTests {
    private let stage: StoreStage
    /// The store as a second process sees it.
    private let outside: any AccountStore
    private let store: SQLiteAccountStore
    private let lost = Recorded<[AccountStoreError]>([])

    init() async throws {
        stage = try await StoreStage(.sqlite)
        outside = stage.store
        store = try Self.open(try #require(stage.file), .seconds(3600), lost)
        _ = try await store.create(stage.newAccount())
    }

    private static func open(
        _ file: String, _ delay: Duration, _ lost: Recorded<[AccountStoreError]>, timeouts: Timeouts = .patient
    ) throws -> SQLiteAccountStore {
        try SQLiteAccountStore(
            path: file, timeouts: timeouts, clock: { TestClock().now }, outcomeDelay: delay,
            report: { error in lost.change { $0.append(error) } })
    }

    private func reserve(_ number: Int64) async throws -> Int? {
        try await store.reserveAttempt(for: stage.message(number), pinVersion: 0, under: stage.policy)
    }

    private func settle(_ number: Int64, _ outcome: AttemptOutcome) async throws -> Bool {
        try await store.settleAttempt(of: stage.message(number), as: outcome, pinVersion: 0, answer: stage.answer)
    }

    private func answer(to number: Int64, in store: any AccountStore) async throws -> StoredAnswer? {
        try #require(try await store.message(of: stage.wallet, number)).answer
    }

    @Test func `only the outcome of an unlock is committed later, and the store itself sees it at once`() async throws {
        let outcomes: [AttemptOutcome] = [.wrong, .unlocked, .right(.none), .unlocked, .right(.addKeys([stage.key(1)])), .wrong, .unlocked]
        for (index, outcome) in outcomes.enumerated() {
            let number = Int64(2 + index)
            #expect(try await reserve(number) != nil)
            #expect(try await settle(number, outcome))
            let isLater = if case .unlocked = outcome { true } else { false }
            #expect(try await answer(to: number, in: outside) == (isLater ? nil : stage.answer))
            #expect(try await answer(to: number, in: store) == stage.answer)
            if isLater { #expect(try await store.account(of: stage.wallet)?.attempts == 0) }
        }
    }

    @Test func `the next write commits the outcome before it, and a later attempt counts from it`() async throws {
        #expect(try await reserve(2) == 1)
        #expect(try await settle(2, .unlocked))
        #expect(try await outside.account(of: stage.wallet)?.attempts == 1)
        #expect(try await reserve(3) == 1)
        #expect(try await answer(to: 2, in: outside) == stage.answer)
        #expect(try await outside.account(of: stage.wallet)?.attempts == 1)
    }

    @Test func `an outcome without a later write is committed after its delay`() async throws {
        let store = try Self.open(try #require(stage.file), .milliseconds(1), lost)
        #expect(try await store.reserveAttempt(for: stage.message(2), pinVersion: 0, under: stage.policy) == 1)
        #expect(try await store.settleAttempt(of: stage.message(2), as: .unlocked, pinVersion: 0, answer: stage.answer))
        while try await answer(to: 2, in: outside) == nil { await Task.yield() }
        #expect(try await outside.account(of: stage.wallet)?.attempts == 0)
    }

    @Test func `closing the store commits the outcome`() async throws {
        #expect(try await reserve(2) == 1)
        #expect(try await settle(2, .unlocked))
        try store.close()
        #expect(try await answer(to: 2, in: outside) == stage.answer)
        #expect(try await outside.account(of: stage.wallet)?.attempts == 0)
    }

    @Test func `an outcome that cannot be committed is reported, and leaves the attempt counted`() async throws {
        // The only wait in this test is for the lock that another connection keeps. It ends without the lock however short it is.
        var timeouts = Timeouts.patient
        timeouts.accountsLock = .milliseconds(10)
        let store = try Self.open(try #require(stage.file), .seconds(3600), lost, timeouts: timeouts)
        #expect(try await store.reserveAttempt(for: stage.message(2), pinVersion: 0, under: stage.policy) == 1)
        #expect(try await store.settleAttempt(of: stage.message(2), as: .unlocked, pinVersion: 0, answer: stage.answer))
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: try #require(stage.file), configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await store.commitOutcomes() }
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        #expect(lost.value == [AccountStoreError(.unavailable, "")])
        #expect(try await store.account(of: stage.wallet)?.attempts == 1)
        #expect(try await answer(to: 2, in: store) == nil)
        for (number, attempt) in [(2, nil), (3, 2)] as [(Int64, Int?)] {
            #expect(try await store.reserveAttempt(for: stage.message(number), pinVersion: 0, under: stage.policy) == attempt)
        }
    }

    // MARK: Crashes

    /// The store as a crash of the process or the machine leaves it now.
    private func crashed() throws -> (SQLiteAccountStore, TemporaryDirectory) {
        let file = try #require(stage.file)
        let directory = try TemporaryDirectory()
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: file + suffix, toPath: directory.path("accounts.sqlite" + suffix))
        }
        return (try SQLiteAccountStore(path: directory.path("accounts.sqlite"), timeouts: .patient), directory)
    }

    @Test func `a crash that loses the outcome leaves the attempt counted and the message unanswered`() async throws {
        #expect(try await reserve(2) == 1)
        #expect(try await settle(2, .unlocked))
        let (restarted, directory) = try crashed()
        let account = try #require(try await restarted.account(of: stage.wallet))
        #expect(account.attempts == 1)
        #expect(account.sequenceNumber == 2)
        #expect(try await answer(to: 2, in: restarted) == nil)
        // The identical message is not judged again, and the next attempt is the second.
        for (number, attempt) in [(2, nil), (3, 2)] as [(Int64, Int?)] {
            #expect(try await restarted.reserveAttempt(for: stage.message(number), pinVersion: 0, under: stage.policy) == attempt)
        }
        withExtendedLifetime(directory) {}
    }

    @Test func `a crash loses neither a wrong PIN's outcome nor an outcome that a later write has committed`() async throws {
        #expect(try await reserve(2) == 1)
        #expect(try await settle(2, .unlocked))
        #expect(try await reserve(3) == 1)
        #expect(try await settle(3, .wrong))
        let (restarted, directory) = try crashed()
        let account = try #require(try await restarted.account(of: stage.wallet))
        #expect(account.attempts == 1)
        for number in [2, 3] as [Int64] { #expect(try await answer(to: number, in: restarted) == stage.answer) }
        withExtendedLifetime(directory) {}
    }

    @Test(arguments: [3, 7, 11, 15] as [Int64])
    func `a crash after the right PIN of a round's last attempt leaves neither a wait nor a block`(_ attempts: Int64) async throws {
        let test = try TestProvider()
        var phone = try await test.registeredPhone()
        try test.setAttempts(attempts, of: phone)
        let lossy = TurnStore(test.store, turnstile: Turnstile(strands: 0), flaw: .losesOutcomes, reset: { _ in }, settled: {})
        #expect(await TestProvider(test, on: lossy).problem(of: try phone.checkPIN(try await test.beacon())) == nil)
        #expect(try await test.account(of: phone).attempts == 0)
        #expect(try await test.account(of: phone).waitUntil == nil)
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    // MARK: The provider

    @Test func `a repeated unlock gets its recorded answer before the outcome is committed`() async throws {
        let former = try TestProvider()
        let file = former.directory.path("delayed.sqlite")
        let delayed = try SQLiteAccountStore(
            path: file, timeouts: .patient, clock: { [clock = former.clock] in clock.now }, outcomeDelay: .seconds(3600))
        let test = TestProvider(former, on: delayed)
        var phone = try await test.registeredPhone()
        let request = try phone.checkPIN(try await test.beacon()).encode()
        let first = try InstructionAnswer(parsing: try await test.provider.perform(.checkPIN, request))
        #expect(delayed.writes.hasRider(for: phone.walletID.text))
        let second = try InstructionAnswer(parsing: try await test.provider.perform(.checkPIN, request))
        #expect(second.result == first.result)
        // A wrong PIN directly after an unlock is the first of its round.
        for left in [3, 2, 1] {
            #expect(try await test.tryPIN(&phone, right: true) == nil)
            #expect(try await test.tryPIN(&phone, right: false) == .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false), "\(left)")
        }
    }
}
