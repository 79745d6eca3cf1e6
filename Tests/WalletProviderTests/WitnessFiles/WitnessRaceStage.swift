// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Synchronization
import TestEnvironment
import Testing
import WalletProvider

/// Two unlocks of one wallet at servers with a witness, on the real store.
struct WitnessRace: Sendable, CustomTestStringConvertible {
    /// True for a right PIN. The second message has the higher number.
    let guesses: [Bool]
    /// The server of each guess; servers have a journal each.
    let servers: [Int]

    var testDescription: String {
        let pins = guesses.map { $0 ? "a right PIN" : "a wrong PIN" }.joined(separator: " and ")
        return "\(pins) at \(Set(servers).count) server(s)"
    }

    static let all = [
        WitnessRace(guesses: [false, false], servers: [0, 0]), WitnessRace(guesses: [true, true], servers: [0, 0]),
        WitnessRace(guesses: [false, false], servers: [0, 1]), WitnessRace(guesses: [true, false], servers: [0, 1]),
        WitnessRace(guesses: [false, true], servers: [0, 1]),
    ]
}

/// A deliberate fault, to test that the exploration detects it.
enum WitnessFlaw: Sendable {
    case none
    /// A PIN is verified before its intent is durable.
    case ignoresJournal
    /// A PIN is verified before its reservation is durable.
    case ignoresDatabase
    /// Intents are dropped at the start.
    case forgetsIntents
    /// An intent is taken for an attempt that the database has.
    case believesIntents
    /// No attempt is recorded after its intent.
    case dropsConfirmations
    /// A wrong PIN is answered before its attempt is recorded.
    case confirmsLate
    /// Snapshots drop intents.
    case snapshotsDropIntents
}

/// The data on disk after a crash, and the PINs verified before it.
struct WitnessCrash: Sendable, Hashable {
    let journals: [[WitnessRecord]]
    let database: WitnessedAccount
    /// The PINs verified until then, in the order of their messages' numbers; true for a right one.
    let verified: [Bool]
    /// True if a wrong PIN was answered.
    let hasWrongAnswer: Bool
    /// True if the servers ended without a crash.
    let isEnd: Bool

    /// The guesses since the last right PIN.
    var guesses: Int64 { Int64(verified.reversed().prefix { !$0 }.count) }

    /// True if a journal has a record of an attempt.
    var hasAttempt: Bool {
        journals.joined().contains { record in
            if case .attempt = record { true } else { false }
        }
    }
}

/// A used wallet whose account and journals are reset before each run of a race.
struct WitnessRaceStage: Sendable {
    static let strands = 2

    let stage: StoreStage
    let before: WitnessedAccount
    private let clock = TestClock()

    init() async throws {
        (stage, before) = try await StoreStage.withUsedWallet(.sqlite)
    }

    /// Runs one schedule and returns all that a crash between two of its steps could leave.
    func run(_ choices: inout Exploration.Choices, _ race: WitnessRace, flaw: WitnessFlaw) async throws -> [WitnessCrash] {
        try await put(before)
        try await stage.run(["DELETE FROM message WHERE seq > 2", "DELETE FROM wrong_pin"])
        let turnstile = Turnstile(strands: Self.strands)
        let journals = MemoryJournals([[.account(before)], [.account(before)]])
        let flushed = FlushedAccount(before)
        let store = WitnessTurnStore(
            store: stage.store, wallet: stage.wallet, turnstile: turnstile, isSplit: flaw != .ignoresJournal,
            flushesReservations: flaw != .ignoresDatabase, flushed: flushed)
        let ledger = try journals.ledger
        let servers = (0...1).map { server(store, Self.journal(journals, $0, turnstile, flaw), of: ledger) }
        let verified = Mutex<Set<Int>>([])
        let answered = Mutex<Set<Int>>([])
        let answer: @Sendable (Int) -> Void = { strand in answered.withLock { _ = $0.insert(strand) } }
        let verify: @Sendable (Int) -> Void = { strand in verified.withLock { _ = $0.insert(strand) } }
        let crash: @Sendable (Bool) -> WitnessCrash = { isEnd in
            WitnessCrash(
                journals: journals.durable, database: flushed.account,
                verified: verified.withLock { $0.sorted() }.map { race.guesses[$0] },
                hasWrongAnswer: answered.withLock { $0.contains { !race.guesses[$0] } }, isEnd: isEnd)
        }
        var crashes: [WitnessCrash] = []
        try await withThrowingTaskGroup(of: Void.self) { group in
            for strand in 0..<Self.strands {
                group.addTask {
                    let result: Result<Void, any Error> = await Strand.$current.withValue(strand) {
                        await turnstile.turn(of: strand)
                        let server = servers[race.servers[strand]]
                        do {
                            if try await guess(race.guesses[strand], strand, at: server, verify) { answer(strand) }
                            return .success(())
                        } catch {
                            return .failure(error)
                        }
                    }
                    await turnstile.end()
                    try result.get()
                }
            }
            while case let standing = await turnstile.standing(), !standing.isEmpty {
                crashes.append(crash(false))
                await turnstile.go(choices.next(of: standing))
            }
            try await group.waitForAll()
        }
        crashes.append(crash(false))
        journals.close()
        return crashes + [crash(true)]
    }

    /// Plays a provider that knows the account since its last right PIN.
    ///
    /// - Returns: true if the verdict was answered.
    private func guess(
        _ isRight: Bool, _ strand: Int, at server: WitnessedStore, _ verify: @Sendable (Int) -> Void
    ) async throws -> Bool {
        let number = Int64(10 * (strand + 1))
        let message = stage.message(number)
        var attempt = try await server.reserveKnown(message, pin: before.pin, under: stage.policy, atLeast: nil)?.attempt
        if attempt == nil {
            guard let found = try await server.account(of: stage.wallet, withMessage: number, recordedWithin: .max), found.message == nil
            else { return false }
            attempt = try await server.reserveAttempt(for: message, pinVersion: found.account.pin.version, under: stage.policy)
        }
        guard attempt != nil else { return false }
        verify(strand)
        let outcome = isRight ? AttemptOutcome.unlocked : .wrong
        return try await server.settleAttempt(of: message, as: outcome, pinVersion: before.pin.version, answer: stage.answer)
    }

    private static func journal(_ journals: MemoryJournals, _ index: Int, _ turnstile: Turnstile, _ flaw: WitnessFlaw) -> MemoryJournal {
        MemoryJournal(
            journals, index,
            notes: { $0.isIntent ? flaw == .ignoresJournal : $0.isFirstAttempt && flaw == .confirmsLate },
            drops: { _ in flaw == .dropsConfirmations }
        ) { record, isDone in
            guard let strand = Strand.current else { return }
            let half = WitnessTurnStore.half(of: strand)
            switch (record.isIntent, isDone) {
            case (true, false): await turnstile.turn(of: half, beside: strand)
            case (true, true): await turnstile.join(half, strand)
            case (false, false): await turnstile.turn(of: strand)
            case (false, true): break
            }
        }
    }

    private func server(
        _ store: any AccountStore & AuditStore & WitnessedAccounts, _ journal: MemoryJournal, of ledger: WitnessLedger
    ) -> WitnessedStore {
        WitnessedStore(store, journal: journal, ledger: ledger, ownWallets: [stage.wallet], clock: { [clock] in clock.now })
    }

    private func put(_ account: WitnessedAccount) async throws {
        let former = try await stage.store.witnessedAccount(stage.wallet)
        if former != account { #expect(try await stage.store.replace(former, by: account)) }
    }

    // MARK: After a crash

    /// Returns what the witness finds in a database, and the attempts that count after a start.
    func start(
        on database: WitnessedAccount, after crash: WitnessCrash, flaw: WitnessFlaw
    ) async throws -> (isBehind: Bool, attempts: Int64) {
        try await put(database)
        let ledger = try Self.ledger(of: crash.journals, flaw: flaw)
        let comparison = WitnessComparison(
            stage.store, with: ledger, unusedAccountLifetime: 86_400_000, now: Timestamp(clock.now))
        let isBehind = try await comparison.findings().isBehind
        if isBehind { _ = try await comparison.reconcile() }
        let journals = MemoryJournals(crash.journals)
        let server = self.server(stage.store, MemoryJournal(journals, 0), of: ledger)
        let found = try await server.account(of: stage.wallet, withMessage: 0, recordedWithin: 0)
        return (isBehind, Int64(try #require(found?.account.attempts)))
    }

    /// Returns the attempts that count at a server that runs on while others crash; nil if it finds that the database is behind.
    func follow(on database: WitnessedAccount, after crash: WitnessCrash) async throws -> Int64? {
        try await put(database)
        let journals = MemoryJournals(crash.journals + [[.account(before)]])
        let first = try MemoryJournals.ledger(of: [[.account(before)]])
        let server = self.server(stage.store, MemoryJournal(journals, crash.journals.count, isNew: true), of: first)
        do throws(AccountStoreError) {
            try await server.checkLatest()
            return try await server.account(of: stage.wallet, withMessage: 0, recordedWithin: 0).map { Int64($0.account.attempts) }
        } catch {
            guard error.code == .behindWitness else { throw error }
            return nil
        }
    }

    private static func ledger(of journals: [[WitnessRecord]], flaw: WitnessFlaw) throws -> WitnessLedger {
        let read = journals.map { records in
            records.compactMap { record -> WitnessRecord? in
                guard case .intent(let walletID, let intent) = record else { return record }
                switch flaw {
                case .forgetsIntents: return nil
                case .believesIntents:
                    return .attempt(
                        walletID, counter: intent.counter, .init(count: 1, sequenceNumber: intent.sequenceNumber, waitUntil: nil))
                default: return record
                }
            }
        }
        return try MemoryJournals.ledger(of: read) { records in
            flaw == .snapshotsDropIntents ? records.filter { !$0.isIntent } : records
        }
    }
}

extension WitnessRecord {
    fileprivate var isIntent: Bool { if case .intent = self { true } else { false } }

    fileprivate var isFirstAttempt: Bool { if case .attempt(_, _, let attempts) = self { attempts.count == 1 } else { false } }
}

extension StoreStage {
    /// Creates a store with a wallet that has sent a message.
    static func withUsedWallet(_ kind: StoreKind) async throws -> (StoreStage, WitnessedAccount) {
        let stage = try await StoreStage(kind)
        #expect(try await stage.store.create(stage.newAccount()) == .created)
        #expect(try await stage.take(2))
        return (stage, try #require(try await stage.store.witnessedAccount(stage.wallet)))
    }
}
