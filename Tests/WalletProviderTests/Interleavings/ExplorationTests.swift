// SPDX-License-Identifier: EUPL-1.2

import Testing

/// The proof that no order was left out, on strands without statements, whose orders are known.
struct ExplorationTests {
    /// Explores strands of these lengths.
    ///
    /// - Parameters:
    ///   - schedules: the maximum number of schedules that are run.
    ///   - shorten: changes what is left of the strands after a step of one of them.
    private func explore(
        _ lengths: [Int], atMost schedules: Int = .max, shorten: (_ strand: Int, inout [Int]) -> Void = { _, _ in }
    ) async throws -> Exploration {
        var exploration = Exploration()
        var count = 0
        try await exploration.run { choices in
            var left = lengths
            while case let standing = left.indices.filter({ left[$0] > 0 }), !standing.isEmpty {
                let strand = choices.next(of: standing)
                left[strand] -= 1
                shorten(strand, &left)
            }
            count += 1
            return count < schedules
        }
        return exploration
    }

    @Test func `the number of orders matches combinatorics`() async throws {
        let exploration = try await explore([2, 1, 3])
        #expect(exploration.longest == [2, 1, 3])
        #expect(exploration.schedules.count == 60)
        #expect(exploration.orderCount == 60)
        #expect(exploration.coveredOrderCount == 60)
    }

    @Test func `a strand that another one shortens stands for the orders of its missing step`() async throws {
        // The second strand shortens the first one if it runs before it.
        let exploration = try await explore([2, 1]) { strand, left in
            if strand == 1, left[0] == 2 { left[0] = 1 }
        }
        #expect(exploration.schedules == [[0, 0, 1], [0, 1, 0], [1, 0]])
        #expect(exploration.orderCount == 3)
        #expect(exploration.coveredOrderCount == 3)
    }

    @Test func `strands that are shortened together stand for the orders of all their missing steps`() async throws {
        let exploration = try await explore([2, 2, 1], shorten: Self.shortenBoth)
        #expect(exploration.longest == [2, 2, 1])
        #expect(exploration.schedules.count == 24)
        #expect(exploration.orderCount == 30)
        #expect(exploration.coveredOrderCount == 30)
    }

    @Test func `an exploration that leaves out a schedule covers fewer orders than there are`() async throws {
        for count in 1..<24 {
            let exploration = try await explore([2, 2, 1], atMost: count, shorten: Self.shortenBoth)
            #expect(exploration.schedules.count == count)
            #expect(exploration.orderCount == 30)
            // The last schedule alone stands for three orders.
            #expect(exploration.coveredOrderCount <= 27)
        }
    }

    /// The third strand shortens each of the two others that has not begun.
    private static func shortenBoth(_ strand: Int, _ left: inout [Int]) {
        guard strand == 2 else { return }
        for other in [0, 1] where left[other] == 2 { left[other] = 1 }
    }
}
