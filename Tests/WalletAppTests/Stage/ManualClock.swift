// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

@testable import WalletApp

/// Time that stands still until the test moves it. Everybody waits for steady time; the clock that shows it can be turned.
final class ManualClock: Sendable {
    /// When every test begins.
    static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private struct State {
        var now = ManualClock.start
        var error: TimeInterval = 0
        var deadlines: [Date] = []
        var waiting: [Int: (deadline: Date, continuation: CheckedContinuation<Void, any Error>)] = [:]
    }

    private let state = Mutex(State())

    /// The present instant, as the phone's clock shows it.
    var now: Date { state.withLock { $0.now.addingTimeInterval($0.error) } }

    /// The present instant of steady time.
    var steadyNow: Date { state.withLock { $0.now } }

    /// Turns the phone's clock. Nobody wakes: no flow that is walked through here waits for what it shows meanwhile.
    func turn(by seconds: TimeInterval) { state.withLock { $0.error += seconds } }

    /// All instants that were waited for, in order.
    var deadlines: [Date] { state.withLock { $0.deadlines } }

    /// Who waits now.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Returns when the test has moved the time to an instant; at once when it has passed.
    ///
    /// - Throws: `CancellationError`.
    func wait(until deadline: Date) async throws {
        let id = state.withLock { state in
            state.deadlines.append(deadline)
            return state.deadlines.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.waiting[id] = (deadline, continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the time forward and wakes who waited for it.
    func advance(by seconds: TimeInterval) {
        let due = state.withLock { state in
            state.now += seconds
            let due = state.waiting.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.waiting.removeValue(forKey: id) }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }
}

extension ManualClock {
    /// What flows get.
    var steady: SteadyTime { SteadyTime(now: { self.steadyNow }, sleep: { try await self.wait(until: $0) }) }
}
