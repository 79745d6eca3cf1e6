// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletProvider

/// All orders in which two unlocks of a wallet write to the database and to the journals, with a crash after every step. A crash keeps any
/// combination of what was written to both. Then a server is started, or the other server continues. Its database
/// is the one after the crash, or a restored backup (threat T-R5).
@Suite(.timeLimit(.minutes(20))) struct WitnessInterleavingTests {
    enum Rule: Sendable {
        /// After a crash or a restore, at least the guesses since the last right PIN count.
        case noAttemptIsGivenBack
        /// A crash does not look like a restore.
        case aCrashIsNoRestore
        /// A crash costs a wallet at most one attempt that was not verified.
        case atMostOneMore
        /// A restored database that lacks a recorded attempt or an answered wrong PIN is refused.
        case aRestoreIsRefused
    }

    private struct Explored {
        var exploration = Exploration()
        var crashes: Set<WitnessCrash> = []
        var broken: Set<Rule> = []
    }

    /// - Parameter rule: ends the exploration once it is broken; nil explores everything.
    private func explore(_ race: WitnessRace, flaw: WitnessFlaw = .none, until rule: Rule? = nil) async throws -> Explored {
        let stage = try await WitnessRaceStage()
        var (explored, exploration) = (Explored(), Exploration())
        try await exploration.run { choices in
            for crash in try await stage.run(&choices, race, flaw: flaw) where explored.crashes.insert(crash).inserted {
                explored.broken.formUnion(try await brokenRules(after: crash, stage, flaw))
            }
            return rule.map { !explored.broken.contains($0) } ?? true
        }
        explored.exploration = exploration
        return explored
    }

    private func brokenRules(after crash: WitnessCrash, _ stage: WitnessRaceStage, _ flaw: WitnessFlaw) async throws -> Set<Rule> {
        var broken: Set<Rule> = []
        let intact = try await stage.start(on: crash.database, after: crash, flaw: flaw)
        let running = try await stage.follow(on: crash.database, after: crash)
        if intact.isBehind || running == nil { broken.insert(.aCrashIsNoRestore) }
        for attempts in [intact.attempts, running ?? .max] where attempts < crash.guesses { broken.insert(.noAttemptIsGivenBack) }
        if max(intact.attempts, running ?? 0) > crash.database.attempts.count + 1 { broken.insert(.atMostOneMore) }

        let restored = try await stage.start(on: stage.before, after: crash, flaw: flaw)
        let followed = try await stage.follow(on: stage.before, after: crash)
        for attempts in [restored.attempts, followed ?? .max] where attempts < crash.guesses { broken.insert(.noAttemptIsGivenBack) }
        let mustBeRefused = crash.hasAttempt || crash.hasWrongAnswer || crash.isEnd && !crash.verified.isEmpty
        if mustBeRefused, !restored.isBehind || followed != nil { broken.insert(.aRestoreIsRefused) }
        return broken
    }

    @Test(arguments: WitnessRace.all)
    func `no order and no crash gives an attempt back or looks like a restore`(_ race: WitnessRace) async throws {
        let explored = try await explore(race)
        #expect(explored.broken == [])
        let schedules = explored.exploration.schedules
        #expect(Set(schedules).count == schedules.count)
        // The cases that make the exploration worth its while: a reservation in the database alone, in the journal alone, and both.
        let states = Set(
            explored.crashes.map { crash in
                [crash.journals.joined().contains(where: \.isIntent), crash.database.sequenceNumber > 2, crash.verified.isEmpty]
            })
        #expect(states.isSuperset(of: [[true, false, true], [false, true, true], [true, true, true], [true, true, false]]))
        print("\(race.testDescription): \(schedules.count) schedules, \(explored.crashes.count) states after a crash")
    }

    private static let faults: [(WitnessFlaw, Rule, WitnessRace)] = [
        (.ignoresJournal, .noAttemptIsGivenBack, WitnessRace.all[0]),
        (.ignoresDatabase, .aCrashIsNoRestore, WitnessRace.all[1]),
        (.forgetsIntents, .noAttemptIsGivenBack, WitnessRace.all[2]),
        (.believesIntents, .aCrashIsNoRestore, WitnessRace.all[0]),
        (.dropsConfirmations, .aRestoreIsRefused, WitnessRace.all[1]),
        (.confirmsLate, .aRestoreIsRefused, WitnessRace.all[0]),
        (.snapshotsDropIntents, .noAttemptIsGivenBack, WitnessRace.all[0]),
    ]

    @Test(arguments: faults)
    func `a fault is found in some order`(_ flaw: WitnessFlaw, _ rule: Rule, _ race: WitnessRace) async throws {
        #expect(try await explore(race, flaw: flaw, until: rule).broken.contains(rule))
    }
}

extension WitnessRecord {
    fileprivate var isIntent: Bool { if case .intent = self { true } else { false } }
}
