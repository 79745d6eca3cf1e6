// SPDX-License-Identifier: EUPL-1.2

import Crypto
import ProviderProtocol
import Synchronization
import TestEnvironment
import Testing
import WalletProvider

/// Attempts whose reservation is written to the database and to the journal at the same time.
struct IntentAttemptTests {
    /// A used wallet at one server, and a second journal of another server.
    private struct Stage {
        let stage: StoreStage
        let before: WitnessedAccount
        let journals: MemoryJournals
        let server: WitnessedStore

        init(_ kind: StoreKind) async throws {
            (stage, before) = try await StoreStage.withUsedWallet(kind)
            journals = MemoryJournals([[.account(before)], [.account(before)]])
            server = WitnessedStore(
                stage.store, journal: MemoryJournal(journals, 0), ledger: try journals.ledger, ownWallets: [stage.wallet],
                clock: { TestClock().now })
        }

        func reserve(_ number: Int64, under policy: PINRetryPolicy = .standard) async throws -> Int? {
            try await server.reserveKnown(stage.message(number), pin: before.pin, under: policy, atLeast: nil)?.attempt
        }

        func settle(_ number: Int64, as outcome: AttemptOutcome) async throws {
            #expect(
                try await server.settleAttempt(
                    of: stage.message(number), as: outcome, pinVersion: before.pin.version, answer: stage.answer))
        }

        /// The records in the server's journal, without the first one, which is the wallet's account.
        var records: [WitnessRecord] { Array(journals.durable[0].dropFirst()) }

        func intent(_ number: Int64) -> WitnessRecord { .intent(stage.wallet, WitnessIntent(stage.message(number))) }

        func attempt(_ number: Int64, _ count: Int64) -> WitnessRecord {
            .attempt(stage.wallet, counter: UInt32(number), .init(count: count, sequenceNumber: number, waitUntil: nil))
        }
    }

    @Test(arguments: StoreKind.installed)
    func `the first attempt is an intent, confirmed after the verdict; a later one is recorded before it is judged`(
        _ kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        #expect(try await stage.reserve(10) == 1)
        #expect(stage.records == [stage.intent(10)])
        try await stage.settle(10, as: .unlocked)
        #expect(try await stage.reserve(20) == 1)
        #expect(stage.records == [stage.intent(10), stage.attempt(10, 0), stage.intent(20)])
        try await stage.settle(20, as: .wrong)
        #expect(stage.records.suffix(2) == [stage.intent(20), stage.attempt(20, 1)])
        #expect(try await stage.reserve(30) == 2)
        #expect(stage.records.suffix(3) == [stage.attempt(20, 1), stage.intent(30), stage.attempt(30, 2)])
        try await stage.settle(30, as: .wrong)
        #expect(try await stage.reserve(40) == 3)
        #expect(try await stage.reserve(50) == 4)
        guard case .attempt(_, _, let attempts)? = stage.records.last else { return #expect(Bool(false), "no attempt") }
        #expect(attempts.count == 4)
        #expect(attempts.waitUntil != nil)
    }

    @Test(arguments: StoreKind.installed)
    func `an attempt that begins a waiting period is never shown by an intent alone`(_ kind: StoreKind) async throws {
        let stage = try await Stage(kind)
        let policy = try PINRetryPolicy(rounds: 2, attemptsPerRound: 1, waits: [.seconds(60)])
        #expect(try await stage.reserve(10, under: policy) == 1)
        guard case .attempt(_, _, let attempts)? = stage.records.first else { return #expect(Bool(false), "no attempt") }
        #expect(attempts.waitUntil != nil)
        #expect(stage.records.count == 1)
    }

    @Test(arguments: StoreKind.installed)
    func `an open intent of another server counts before the next attempt, once`(_ kind: StoreKind) async throws {
        let stage = try await Stage(kind)
        try await MemoryJournal(stage.journals, 1).append(stage.intent(10))
        // The account must be read first.
        #expect(try await stage.reserve(20) == nil)
        #expect(try await stage.stage.account().attempts == 0)
        for _ in 1...2 {
            let found = try await stage.server.account(of: stage.stage.wallet, withMessage: 10, recordedWithin: .max)
            let account = try #require(found?.account)
            #expect(account.attempts == 1)
            #expect(account.sequenceNumber == 10)
        }
        // The other server's reservation comes too late.
        #expect(try await stage.stage.reserve(10) == nil)
        #expect(try await stage.reserve(20) == 2)
        let other = try stage.journals.ledger
        #expect(other.intents.isEmpty)
        #expect(other.accounts[stage.stage.wallet]?.attempts.count == 2)
    }

    @Test(arguments: StoreKind.installed, [true, false])
    func `an intent that the database has costs nothing, and from then on it must stay`(_ kind: StoreKind, _ isKnown: Bool) async throws {
        let stage = try await Stage(kind)
        #expect(try await stage.stage.reserve(10) == 1)
        try await MemoryJournal(stage.journals, 1).append(stage.intent(10))
        if isKnown {
            #expect(try await stage.reserve(20) == 2)
            #expect(stage.records == [stage.intent(20), stage.attempt(20, 2)])
        } else {
            let found = try await stage.server.account(of: stage.stage.wallet, withMessage: 20, recordedWithin: .max)
            #expect(found?.account.attempts == 1)
            #expect(stage.records == [])
        }
        let now = try #require(try await stage.stage.store.witnessedAccount(stage.stage.wallet))
        #expect(try await stage.stage.store.replace(now, by: stage.before))
        await #expect(throws: AccountStoreError(.behindWitness, "")) {
            try await stage.server.account(of: stage.stage.wallet, withMessage: 20, recordedWithin: .max)
        }
    }

    @Test(arguments: StoreKind.installed)
    func `if the journal cannot be written, the attempt counts and no PIN is verified`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        let (isFull, verdicts) = (Switch(), Switch())
        let journal = MemoryJournal(
            MemoryJournals([[]]), 0,
            around: { _, _ throws(AccountStoreError) in
                if isFull.isOn { throw AccountStoreError(.unavailable, "full") }
            })
        let store = WitnessedStore(
            stage.store, journal: journal, ledger: WitnessLedger(), ownWallets: [], clock: { TestClock().now })
        let test = TestProvider(try TestProvider(), on: store) { event in
            if case .pinVerified = event { verdicts.set(true) }
        }
        var phone = try await test.registeredPhone()
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        verdicts.set(false)
        isFull.set(true)
        let request = try phone.checkPIN(try await test.beacon())
        #expect(await test.problem(of: request) == .unavailable)
        #expect(!verdicts.isOn)
        #expect(try await test.account(of: phone).attempts == 1)
        isFull.set(false)
        #expect(await test.problem(of: request) == .instructionRejected)
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        #expect(try await test.account(of: phone).attempts == 0)
    }

    @Test(arguments: StoreKind.installed)
    func `the intent of a message that the database refuses improves no wallet`(_ kind: StoreKind) async throws {
        let stage = try await Stage(kind)
        // Only the database has the revocation.
        _ = try await stage.stage.store.revoke(stage.stage.wallet, because: .userRequest)
        #expect(try await stage.reserve(10) == nil)
        #expect(stage.records == [stage.intent(10)])
        // A server that starts cannot tell the refusal from a lost reservation.
        let next = WitnessedStore(
            stage.stage.store, journal: MemoryJournal(stage.journals, 1), ledger: try stage.journals.ledger,
            ownWallets: [stage.stage.wallet], clock: { TestClock().now })
        let found = try await next.account(of: stage.stage.wallet, withMessage: 10, recordedWithin: .max)
        let account = try #require(found?.account)
        #expect(account.attempts == 1)
        guard case .revoked = account.state else { return #expect(Bool(false), "not revoked") }
        #expect(try await next.reserveAttempt(for: stage.stage.message(20), pinVersion: 0, under: .standard) == nil)
    }

    @Test(arguments: StoreKind.installed)
    func `a restored database that lacks only an intent counts its attempt, and the next restore ends service`(
        _ kind: StoreKind
    ) async throws {
        let stage = try await WitnessStage(kind)
        var phone = try await stage.test.registeredPhone()
        #expect(try await stage.test.tryPIN(&phone, right: true) == nil)
        try await stage.withAnotherServer { other in
            try await stage.backUp()
            // A wrong PIN would be recorded before its answer.
            #expect(try await stage.test.tryPIN(&phone, right: true) == nil)
            try await stage.restore()
            let second = try await other.tryPIN(&phone, right: false)
            #expect(second == .incorrectPIN(attemptsLeftInRound: 2, isFinalRound: false))
            try await stage.restore()
            let request = try phone.message(.walletStatus, try await other.beacon())
            #expect(await other.refusal(of: request) == .unavailable)
        }
        await stage.stop()
    }

    @Test(arguments: StoreKind.installed, [true, false])
    func `no sequence of restores and crashes gives more guesses than the policy`(_ kind: StoreKind, _ isSettled: Bool) async throws {
        let (stage, before) = try await StoreStage.withUsedWallet(kind)
        var (journals, states, verified) = (MemoryJournals([[.account(before)]]), [before], [Int]())
        for number in (1...8).map({ Int64(10 * $0) }) {
            // Every process ends without writing what waits. The next one starts on the earliest state that is not refused.
            journals = MemoryJournals(journals.durable)
            let ledger = try journals.ledger
            var isServing = false
            for state in states where !isServing {
                let now = try await stage.store.witnessedAccount(stage.wallet)
                if now != state { #expect(try await stage.store.replace(now, by: state)) }
                let comparison = WitnessComparison(
                    stage.store, with: ledger, unusedAccountLifetime: 86_400_000, now: Timestamp(TestClock().now))
                isServing = try await !comparison.findings().isBehind
            }
            #expect(isServing)
            let server = WitnessedStore(
                stage.store, journal: MemoryJournal(journals, 0), ledger: ledger, ownWallets: [stage.wallet],
                clock: { TestClock().now })
            let message = stage.message(number)
            var attempt = try await server.reserveKnown(message, pin: before.pin, under: .standard, atLeast: nil)?.attempt
            if attempt == nil {
                _ = try await server.account(of: stage.wallet, withMessage: number, recordedWithin: .max)
                attempt = try await server.reserveAttempt(for: message, pinVersion: before.pin.version, under: .standard)
            }
            if let attempt {
                verified.append(attempt)
                if isSettled {
                    let version = before.pin.version
                    #expect(try await server.settleAttempt(of: message, as: .wrong, pinVersion: version, answer: stage.answer))
                }
            }
            states.append(try #require(try await stage.store.witnessedAccount(stage.wallet)))
        }
        // The waiting period after the first round has not ended.
        #expect(verified == [1, 2, 3, 4])
    }

    @Test(arguments: StoreKind.installed)
    func `a wrong PIN is answered only when its attempt is recorded`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        let isFull = Switch()
        let journal = MemoryJournal(
            MemoryJournals([[]]), 0,
            around: { record, _ throws(AccountStoreError) in
                guard case .attempt = record, isFull.isOn else { return }
                throw AccountStoreError(.unavailable, "full")
            })
        let store = WitnessedStore(
            stage.store, journal: journal, ledger: WitnessLedger(), ownWallets: [], clock: { TestClock().now })
        let test = TestProvider(try TestProvider(), on: store)
        var phone = try await test.registeredPhone()
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        isFull.set(true)
        let request = try phone.checkPIN(try await test.beacon(), pinKey: P256.Signing.PrivateKey())
        #expect(await test.problem(of: request) == .unavailable)
        #expect(try await test.account(of: phone).attempts == 1)
        isFull.set(false)
        let wrong = ProviderProblem.incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false)
        #expect(await test.problem(of: request) == wrong)
        #expect(try await test.account(of: phone).attempts == 1)
    }
}

/// A flag of a test.
private final class Switch: Sendable {
    private let state = Mutex(false)
    var isOn: Bool { state.withLock { $0 } }
    func set(_ isOn: Bool) { state.withLock { $0 = isOn } }
}
