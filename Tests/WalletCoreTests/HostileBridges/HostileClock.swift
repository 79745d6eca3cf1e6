// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

/// A clock that tells other times than the honest clock, does not wait, or never stops waiting.
final class HostileClock: ClockBridge {
    /// The behaviour of a wait.
    enum Sleep: CaseIterable {
        case waits
        /// Returns at once, before its instant (CLK-04).
        case returnsAtOnce
        /// Throws at once, although nothing was cancelled (CLK-03).
        case throwsAtOnce
        /// Ends a fraction of a millisecond early, as a clock that counts whole milliseconds.
        case cutsFractions
        /// Returns only when the test says so, and ignores its cancellation (CLK-03).
        case hangs
    }

    struct State {
        /// The wall-clock time; nil for the honest time.
        var now: Date?
        /// The monotonic time; nil for the honest time.
        var steadyNow: Date?
        var sleep = Sleep.waits
        /// The number of waits.
        var sleeps = 0
        var hanging: [CheckedContinuation<Void, Never>] = []
    }

    let clock: PhoneClock
    let state = Recorded(State())

    init(_ clock: PhoneClock, _ change: (inout State) -> Void = { _ in }) {
        self.clock = clock
        state.change { change(&$0) }
    }

    var sleeps: Int { state.value.sleeps }
    var now: Date { state.value.now ?? clock.now }
    var steadyNow: Date { state.value.steadyNow ?? clock.steadyNow }

    /// Waits until that many waits have begun. A cancelled caller also stops waiting.
    func hasSlept(_ count: Int) async { await state.wait { $0.sleeps >= count } }

    func sleep(until deadline: Date) async throws {
        try await rest(deadline.timeIntervalSince(now)) { [clock] in try await clock.sleep(until: deadline) }
    }

    func sleep(untilSteady deadline: Date) async throws {
        try await rest(deadline.timeIntervalSince(steadyNow)) { [clock] in try await clock.sleep(untilSteady: deadline) }
    }

    private func rest(_ seconds: TimeInterval, honest: () async throws -> Void) async throws {
        let sleep = state.change { state in
            state.sleeps += 1
            return state.sleep
        }
        switch sleep {
        case .waits: try await honest()
        case .returnsAtOnce: try Task.checkCancellation()
        case .throwsAtOnce: throw CocoaError(.featureUnsupported)
        case .cutsFractions: clock.advance(by: (max(seconds, 0) * 1000).rounded(.down) / 1000)
        case .hangs: await hang()
        }
    }

    private func hang() async {
        await withCheckedContinuation { wait in
            let hangs = state.change { state in
                guard state.sleep == .hangs else { return false }
                state.hanging.append(wait)
                return true
            }
            if !hangs { wait.resume() }
        }
    }

    /// Waits honestly from now on, and ends the waits that hang.
    func recover() {
        let hanging = state.change { state in
            state.sleep = .waits
            defer { state.hanging = [] }
            return state.hanging
        }
        for wait in hanging { wait.resume() }
    }
}
