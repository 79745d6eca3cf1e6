// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol
import Testing

/// All orders of the statements of a few requests, on the real store.
struct InterleavingTests {
    /// The results of all schedules of a race.
    private struct Summary {
        var exploration = Exploration()
        var most = 0
        /// The first schedule that violates each rule.
        var broken: [Rule: [Int]] = [:]
    }

    /// True if the long table is run, too: `make race-test`.
    private static let isLong = ProcessInfo.processInfo.environment["WALLET_RACES"] == "long"

    private func explore(_ race: Race, flaw: Flaw = .none) async throws -> Summary {
        let stage = try await RaceStage(race)
        var summary = Summary()
        var records: [Record] = []
        try await summary.exploration.run { choices in
            records.append(try await stage.run(&choices, flaw: flaw))
            return true
        }
        for (schedule, record) in zip(summary.exploration.schedules, records) {
            summary.most = max(summary.most, record.verified)
            for rule in race.brokenRules(by: record) where summary.broken[rule] == nil { summary.broken[rule] = schedule }
        }
        return summary
    }

    /// Returns those of the rules that no schedule violates. It ends as soon as none is left, since further schedules cannot change that.
    private func unbroken(of rules: Set<Rule>, in race: Race, by flaw: Flaw) async throws -> Set<Rule> {
        let stage = try await RaceStage(race)
        var left = rules
        var exploration = Exploration()
        try await exploration.run { choices in
            left.subtract(race.brokenRules(by: try await stage.run(&choices, flaw: flaw)))
            return !left.isEmpty
        }
        return left
    }

    @Test(arguments: Race.always + Race.warm + (isLong ? Race.more : []))
    func `in every order of steps the policy on wrong PINs holds`(_ race: Race) async throws {
        let summary = try await explore(race)
        #expect(summary.broken == [:])
        #expect(summary.most == race.most)
        // No schedule was left out or run twice.
        let exploration = summary.exploration
        #expect(exploration.coveredOrderCount == exploration.orderCount)
        #expect(Set(exploration.schedules).count == exploration.schedules.count)
        if exploration.longest == [3, 3, 3] { #expect(exploration.orderCount == 1680) }
        // For information on the extent of the exploration.
        print("\(race.testDescription): \(exploration.schedules.count) schedules, at most \(summary.most) guesses verified")
    }

    @Test(arguments: Race.always + Race.warm + (isLong ? Race.more : []))
    func `in every order a crash that loses the outcomes gives no attempt back and lets no more guesses through`(_ race: Race) async throws
    {
        let summary = try await explore(race, flaw: .losesOutcomes)
        // A right PIN's reset is what the crash loses.
        #expect(Set(summary.broken.keys).isSubset(of: [.rightPINResets]))
        #expect(summary.most <= race.most)
    }

    private static let every = Race.always + Race.warm + Race.more

    @Test(arguments: every.filter { $0.most < $0.guesses.count && !$0.guesses.contains(where: \.isSpecial) })
    func `without the reservation some order of steps allows too many guesses`(_ race: Race) async throws {
        #expect(try await unbroken(of: [.noMoreGuessesThanAllowed], in: race, by: .countsAfterwards) == [])
    }

    private static let crashing = every.filter {
        $0.crashes && $0.most < $0.guesses.count && !$0.guesses.contains(where: \.isSpecial)
    }

    @Test(arguments: crashing)
    func `if the reservation is not flushed, a crash yields too many guesses`(_ race: Race) async throws {
        let rules: Set<Rule> = [.noMoreGuessesThanAllowed, .aCrashGivesNoAttemptBack]
        #expect(try await unbroken(of: rules, in: race, by: .reservesUnflushed) == [])
    }

    @Test func `a crash loses the outcome of a right PIN in some order, and then its attempt stays counted`() async throws {
        let race = Race("", attempts: 2, [.right], crashes: true, most: 1)
        let stage = try await RaceStage(race)
        var (left, losses): (Set<Int>, Int) = ([], 0)
        var exploration = Exploration()
        try await exploration.run { choices in
            let record = try await stage.run(&choices, flaw: .none)
            left.insert(record.attempts)
            losses += record.events.count { if case .crashed(0, 3) = $0 { true } else { false } }
            return true
        }
        #expect(left == [0, 3])
        #expect(losses == 1)
        #expect(exploration.schedules.count == 4)
    }

    @Test func `an unlock of a known account takes two statements in every order`() async throws {
        let exploration = try await explore(.threeWarmWrongPINs).exploration
        #expect(exploration.longest == [2, 2, 2])
        #expect(exploration.schedules.count == 90)
    }

    @Test func `the exploration finds the fault that a known PIN is judged after it was changed`() async throws {
        #expect(try await explore(.changedWarmPIN, flaw: .ignoresKnownPIN).most > Race.changedWarmPIN.most)
    }

    @Test func `the exploration finds the fault that a right PIN returns later guesses`() async throws {
        let race = Race("", attempts: 0, [.right, .wrong(.deleteKeys), .wrong(.performIssuance)], most: 3)
        #expect(try await unbroken(of: [.everyWrongGuessIsCounted], in: race, by: .alwaysResets) == [])
    }
}
