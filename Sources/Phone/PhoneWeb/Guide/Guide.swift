// SPDX-License-Identifier: EUPL-1.2

import SimulatedPhone
import Synchronization
import WalletApp

/// Remembers which tour and which test case are being walked and which cases have passed, as long as the program runs.
final class Guide: Sendable {
    private struct State {
        var number: Int?
        /// How much of the trace was looked at.
        var seen = 0
        var missing: Set<Row> = []
        var passed: Set<Int> = []
        var tour: TourState?

        /// Looks at what was taken since it looked last.
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

    /// Begins a case; the one before is left.
    ///
    /// - Parameters:
    ///   - kind: the phone's.
    ///   - entries: the trace so far: what is in it does not count.
    func begin(_ testCase: TestCase, on kind: PhoneKind, after entries: [Trace.Entry]) {
        state.withLock { state in
            state.advance(to: entries)
            state.number = testCase.number
            state.missing = Set(testCase.rows(on: kind))
            state.passed.remove(testCase.number)
        }
    }

    /// Begins a tour, also the one in hand anew; what was taken before does not count.
    ///
    /// - Parameter kind: the phone's.
    func begin(_ tour: Tour, on kind: PhoneKind, after entries: [Trace.Entry]) {
        state.withLock { state in
            state.advance(to: entries)
            state.tour = TourState(tour, on: kind)
        }
    }

    /// Leaves the tour in hand.
    func leaveTour() {
        state.withLock { $0.tour = nil }
    }

    /// Leaves the case that is being walked. Whether it has passed stays known.
    func leave() {
        state.withLock { $0.number = nil }
    }

    /// The cases now.
    ///
    /// - Parameter entries: the trace so far.
    func state(after entries: [Trace.Entry]) -> GuideState {
        state.withLock { state in
            state.advance(to: entries)
            return GuideState(current: state.number, missing: state.missing, passed: state.passed, tour: state.tour)
        }
    }
}

/// The test cases at one moment.
struct GuideState: Sendable, Hashable {
    /// The number of the case that is being walked.
    var current: Int?
    /// The rows that it still waits for.
    var missing: Set<Row> = []
    /// The numbers of those that have passed since the program was started.
    var passed: Set<Int> = []
    /// The tour in hand; nil without one.
    var tour: TourState?
}
