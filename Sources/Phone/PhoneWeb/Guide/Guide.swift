// SPDX-License-Identifier: EUPL-1.2

import SimulatedPhone
import Synchronization
import WalletApp

/// Remembers which test case is being walked and which have passed, as long as the program runs.
final class Guide: Sendable {
    private struct State {
        var number: Int?
        /// How much of the trace was looked at.
        var seen = 0
        var missing: Set<Row> = []
        var passed: Set<Int> = []
    }

    private let state = Mutex(State())

    /// Begins a case; the one before is left.
    ///
    /// - Parameters:
    ///   - kind: the phone's.
    ///   - entries: the trace so far: what is in it does not count.
    func begin(_ testCase: TestCase, on kind: PhoneKind, after entries: [Trace.Entry]) {
        state.withLock { state in
            state.number = testCase.number
            state.seen = entries.count
            state.missing = Set(testCase.rows(on: kind))
            state.passed.remove(testCase.number)
        }
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
            if let number = state.number {
                for entry in entries.dropFirst(state.seen) { state.missing.remove(entry.row) }
                state.seen = max(state.seen, entries.count)
                if state.missing.isEmpty { state.passed.insert(number) }
            }
            return GuideState(current: state.number, missing: state.missing, passed: state.passed)
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
}
