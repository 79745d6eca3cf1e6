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

    private func explore(_ race: Race) async throws -> Summary {
        let stage = try await RaceStage(race)
        var summary = Summary()
        var records: [Record] = []
        try await summary.exploration.run { choices in
            records.append(try await stage.run(&choices, flaw: .none))
            return true
        }
        for (schedule, record) in zip(summary.exploration.schedules, records) {
            summary.most = max(summary.most, record.verified)
            for rule in race.brokenRules(by: record) where summary.broken[rule] == nil { summary.broken[rule] = schedule }
        }
        return summary
    }

    /// Returns the rules violated by the first schedule that violates any; empty if all schedules keep them.
    private func firstBroken(_ race: Race, by flaw: Flaw) async throws -> Set<Rule> {
        let stage = try await RaceStage(race)
        var broken: Set<Rule> = []
        var exploration = Exploration()
        try await exploration.run { choices in
            broken = race.brokenRules(by: try await stage.run(&choices, flaw: flaw))
            return broken.isEmpty
        }
        return broken
    }

    @Test(arguments: Race.always + (isLong ? Race.more : []))
    func `in every order the rules about guesses hold`(_ race: Race) async throws {
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

    @Test(arguments: (Race.always + Race.more).filter { $0.most < $0.guesses.count && !$0.guesses.contains(where: \.isSpecial) })
    func `without the reservation there is an order with too many guesses`(_ race: Race) async throws {
        #expect(try await firstBroken(race, by: .countsAfterwards).contains(.noMoreGuessesThanAllowed))
    }

    @Test func `the exploration detects a right PIN that returns later guesses`() async throws {
        let race = Race("", attempts: 0, [.right, .wrong(.deleteKeys), .wrong(.performIssuance)], most: 3)
        #expect(try await firstBroken(race, by: .alwaysResets).contains(.everyWrongGuessIsCounted))
    }

    @Test func `the exploration's number of orders matches combinatorics`() async throws {
        var exploration = Exploration()
        // Strands of 2, 1 and 3 statements in every schedule.
        try await exploration.run { choices in
            var left = [2, 1, 3]
            while case let standing = left.indices.filter({ left[$0] > 0 }), !standing.isEmpty { left[choices.next(of: standing)] -= 1 }
            return true
        }
        #expect(exploration.longest == [2, 1, 3])
        #expect(exploration.schedules.count == 60)
        #expect(exploration.orderCount == 60)
        #expect(exploration.coveredOrderCount == 60)
        // The second strand shortens the first one if it runs before it.
        var shorter = Exploration()
        try await shorter.run { choices in
            var left = [2, 1]
            while case let standing = left.indices.filter({ left[$0] > 0 }), !standing.isEmpty {
                let strand = choices.next(of: standing)
                left[strand] -= 1
                if strand == 1, left[0] == 2 { left[0] = 1 }
            }
            return true
        }
        #expect(shorter.schedules == [[0, 0, 1], [0, 1, 0], [1, 0]])
        #expect(shorter.orderCount == 3)
        #expect(shorter.coveredOrderCount == 3)
    }
}
