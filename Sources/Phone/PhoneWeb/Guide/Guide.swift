// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import Synchronization
import WalletApp

/// The state of the tour and the test case in progress, and the cases passed, kept in memory.
final class Guide: Sendable {
    private struct State {
        var number: Int?
        /// The number of trace entries processed.
        var seen = 0
        var missing: Set<Row> = []
        var passed: Set<Int> = []
        var tour: TourState?

        /// Processes the rows taken since the last call.
        mutating func advance(to entries: [Trace.Entry]) {
            for entry in entries.dropFirst(seen) {
                if number != nil { missing.remove(entry.row) }
                tour?.take(entry.row)
            }
            seen = max(seen, entries.count)
            if let number, missing.isEmpty { passed.insert(number) }
        }
    }

    private let state = Mutex(State())

    /// Begins a case and leaves the previous case.
    ///
    /// - Parameters:
    ///   - kind: the phone's kind.
    ///   - entries: the trace so far, which does not count.
    func begin(_ testCase: TestCase, on kind: PhoneKind, after entries: [Trace.Entry]) {
        state.withLock { state in
            state.advance(to: entries)
            state.number = testCase.number
            state.missing = Set(testCase.rows(on: kind))
            state.passed.remove(testCase.number)
        }
    }

    /// Begins or restarts a tour. Rows taken before do not count.
    ///
    /// - Parameter kind: the phone's kind.
    func begin(_ tour: Tour, on kind: PhoneKind, after entries: [Trace.Entry]) {
        state.withLock { state in
            state.advance(to: entries)
            state.tour = TourState(tour, on: kind)
        }
    }

    /// Leaves the tour in progress.
    func leaveTour() {
        state.withLock { $0.tour = nil }
    }

    /// Leaves the case in progress. A pass remains recorded.
    func leave() {
        state.withLock { $0.number = nil }
    }

    /// Returns the state of the cases.
    ///
    /// - Parameter entries: the trace so far.
    func state(after entries: [Trace.Entry]) -> GuideState {
        state.withLock { state in
            state.advance(to: entries)
            return GuideState(current: state.number, missing: state.missing, passed: state.passed, tour: state.tour)
        }
    }
}

/// A snapshot of the test cases.
struct GuideState: Sendable, Hashable {
    /// The number of the case in progress.
    var current: Int?
    /// The rows still missing in that case.
    var missing: Set<Row> = []
    /// The numbers of the cases passed since the program started.
    var passed: Set<Int> = []
    /// The tour in progress.
    var tour: TourState?
}
