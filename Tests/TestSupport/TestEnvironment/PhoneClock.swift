// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import PlatformSupport

/// A phone's clock that a test moves, also back. Sleepers wake when it has moved far enough.
package final class PhoneClock: ClockBridge {
    private struct Sleeper {
        let deadline: Date
        let isSteady: Bool
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        /// The monotonic time.
        var steady = PhoneClock.start
        /// The difference between wall-clock and monotonic time.
        var error: TimeInterval = 0
        var deadlines: [Date] = []
        var waits = true
        var failure: CocoaError?
        var sleepers: [Int: Sleeper] = [:]

        var wall: Date { steady.addingTimeInterval(error) }

        func isOver(_ deadline: Date, isSteady: Bool) -> Bool { deadline <= (isSteady ? steady : wall) }
    }

    /// The first time of every clock.
    package static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private let state = Recorded(State())

    package init() {}

    package var now: Date { state.value.wall }

    package var steadyNow: Date { state.value.steady }

    package func sleep(until deadline: Date) async throws { try await rest(until: deadline, isSteady: false) }

    package func sleep(untilSteady deadline: Date) async throws { try await rest(until: deadline, isSteady: true) }

    private func rest(until deadline: Date, isSteady: Bool) async throws {
        let (id, waits, failure) = state.change { state in
            state.deadlines.append(deadline)
            return (state.deadlines.count, state.waits, state.failure)
        }
        guard waits else {
            try Task.checkCancellation()
            if let failure { throw failure }
            return
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let end = state.change { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.isOver(deadline, isSteady: isSteady) { return .success(()) }
                    state.sleepers[id] = Sleeper(deadline: deadline, isSteady: isSteady, continuation: continuation)
                    return nil
                }
                if let end { continuation.resume(with: end) }
            }
        } onCancel: {
            state.change { $0.sleepers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the clock and wakes the sleepers whose time has come.
    package func advance(by seconds: TimeInterval) { move { $0.steady += seconds } }

    /// Sets the phone's wall clock, as its user can; no time passes.
    package func turn(by seconds: TimeInterval) { move { $0.error += seconds } }

    private func move(_ change: (inout State) -> Void) {
        let due = state.change { state in
            change(&state)
            let due = state.sleepers.filter { state.isOver($0.value.deadline, isSteady: $0.value.isSteady) }
            for id in due.keys { state.sleepers.removeValue(forKey: id) }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// From now on waits return at once, before their instant (CLK-04), or throw an error.
    package func stopWaiting(failure: CocoaError? = nil) { state.change { ($0.waits, $0.failure) = (false, failure) } }

    /// All deadlines waited for, on either clock, in order.
    package var deadlines: [Date] { state.value.deadlines }

    /// The deadlines of the sleepers, on either clock.
    package var sleepers: [Date] { state.value.sleepers.values.map(\.deadline) }

    /// Waits until that many waits have begun. A cancelled caller also stops waiting.
    package func hasDeadlines(_ count: Int) async { await state.wait { $0.deadlines.count >= count } }

    /// Waits until no task waits for a time of this clock. A cancelled caller also stops waiting.
    package func hasNoSleepers() async { await state.wait { $0.sleepers.isEmpty } }

    /// Waits for that many sleepers. A cancelled caller also stops waiting.
    package func hasSleepers(_ count: Int = 1) async { await state.wait { $0.sleepers.count >= count } }

    /// Waits for a sleeper with that deadline, on either clock. A cancelled caller also stops waiting.
    package func hasSleepers(until deadline: Date) async {
        await state.wait { $0.sleepers.values.contains { $0.deadline == deadline } }
    }
}
