// SPDX-License-Identifier: EUPL-1.2

/// A depth-first exploration of all orders in which the statements of several strands can run.
///
/// A schedule lists the strand of each statement in order. A strand's number of statements may depend on earlier statements of other
/// strands.
struct Exploration {
    /// The schedules that were run.
    private(set) var schedules: [[Int]] = []

    /// Runs every schedule once.
    ///
    /// - Parameter run: makes one run. It asks for the next strand among the waiting strands until none is left, and returns true to
    ///   continue.
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

        /// Returns the next strand: the path's choice, and beyond its end always the first.
        mutating func next(of standing: [Int]) -> Int {
            if depth == path.count { path.append((0, standing.count)) }
            let strand = standing[path[depth].taken]
            depth += 1
            schedule.append(strand)
            return strand
        }

        /// Moves to the next path; returns false after the last one.
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

// MARK: - Proof of completeness

extension Exploration {
    /// The maximum number of statements of each strand in any schedule.
    var longest: [Int] {
        let strands = (schedules.joined().max() ?? -1) + 1
        return (0..<strands).map { strand in schedules.map { $0.count { $0 == strand } }.max() ?? 0 }
    }

    /// The number of orders of as many letters as each strand has statements at most: (a + b + …)! / (a! b! …).
    var orderCount: Int {
        var (count, total) = (1, 0)
        for length in longest {
            total += length
            count *= Self.choices(of: length, among: total)
        }
        return count
    }

    /// The number of these orders that the schedules represent. A strand that ended early gets idle steps at any place after its end. So
    /// each order belongs to at most one schedule, and the number equals `orderCount` only if every order was run.
    var coveredOrderCount: Int {
        let longest = longest
        return schedules.reduce(0) { $0 + Self.orders(of: $1, longest: longest) }
    }

    /// The strand that ends last gets its idle steps first. So all steps that follow a strand's end are there when its own idle steps go
    /// between them.
    private static func orders(of schedule: [Int], longest: [Int]) -> Int {
        var (count, added) = (1, 0)
        let ends = longest.indices.map { strand in (schedule.lastIndex(of: strand) ?? -1) + 1 }
        for strand in ends.indices.sorted(by: { ends[$0] > ends[$1] }) {
            let idle = longest[strand] - schedule.count { $0 == strand }
            added += idle
            count *= choices(of: idle, among: schedule.count - ends[strand] + added)
        }
        return count
    }

    /// The number of ways to choose `count` of `total` places.
    private static func choices(of count: Int, among total: Int) -> Int {
        (0..<count).reduce(1) { $0 * (total - $1) / ($1 + 1) }
    }
}
