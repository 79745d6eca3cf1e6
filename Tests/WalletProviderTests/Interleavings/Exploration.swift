// SPDX-License-Identifier: EUPL-1.2

/// All orders in which the statements of some strands can happen, depth first.
///
/// A schedule is the strand of each statement in turn. How many statements a strand has may depend on what the others did before.
struct Exploration {
    /// The schedules that were run.
    private(set) var schedules: [[Int]] = []

    /// Runs every schedule once.
    ///
    /// - Parameter run: makes one run; it asks for the next strand among those that stand still, until none does. It returns whether to go
    ///   on.
    mutating func run(_ run: (inout Choices) async throws -> Bool) async throws {
        var choices = Choices()
        var goesOn = true
        repeat {
            choices.begin()
            goesOn = try await run(&choices)
            schedules.append(choices.schedule)
        } while goesOn && choices.advance()
    }

    /// A path in the tree of choices.
    struct Choices {
        private var path: [(taken: Int, among: Int)] = []
        private var depth = 0
        fileprivate private(set) var schedule: [Int] = []

        fileprivate mutating func begin() {
            depth = 0
            schedule = []
        }

        /// The strand that goes next: as on the path, and beyond its end always the first.
        mutating func next(of standing: [Int]) -> Int {
            if depth == path.count { path.append((0, standing.count)) }
            let strand = standing[path[depth].taken]
            depth += 1
            schedule.append(strand)
            return strand
        }

        /// Moves to the next path; false when there is none.
        fileprivate mutating func advance() -> Bool {
            while let last = path.popLast() {
                guard last.taken + 1 == last.among else {
                    path.append((last.taken + 1, last.among))
                    return true
                }
            }
            return false
        }
    }
}

// MARK: - Proof that nothing was left out

extension Exploration {
    /// The most statements that each strand had in any schedule.
    var longest: [Int] {
        let strands = (schedules.joined().max() ?? -1) + 1
        return (0..<strands).map { strand in schedules.map { $0.count { $0 == strand } }.max() ?? 0 }
    }

    /// How many orders there are of as many letters as each strand has statements at most: (a + b + …)! / (a! b! …).
    var orderCount: Int {
        var (count, total) = (1, 0)
        for length in longest {
            for step in 1...length {
                total += 1
                count = count * total / step
            }
        }
        return count
    }

    /// How many of those orders the schedules stand for. A strand that ended early is given idle steps after its end, anywhere; so each order
    /// belongs to one schedule at most, and the number is `orderCount` only when every order was run.
    var coveredOrderCount: Int {
        schedules.reduce(0) { $0 + orders(of: $1) }
    }

    private func orders(of schedule: [Int]) -> Int {
        let ends = longest.indices.map { strand in (schedule.lastIndex(of: strand) ?? -1) + 1 }
        let idle = longest.indices.map { strand in longest[strand] - schedule.count { $0 == strand } }
        return Self.orders(position: 0, idle: idle, ends: ends, count: schedule.count)
    }

    private static func orders(position: Int, idle: [Int], ends: [Int], count: Int) -> Int {
        var sum = position < count ? orders(position: position + 1, idle: idle, ends: ends, count: count) : 0
        if position == count, idle.allSatisfy({ $0 == 0 }) { return 1 }
        for strand in idle.indices where idle[strand] > 0 && ends[strand] <= position {
            var fewer = idle
            fewer[strand] -= 1
            sum += orders(position: position, idle: fewer, ends: ends, count: count)
        }
        return sum
    }
}
