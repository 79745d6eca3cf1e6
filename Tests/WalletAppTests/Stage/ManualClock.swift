// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

@testable import WalletApp

/// Time that only the test moves. All waits use monotonic time; the wall clock can be set.
final class ManualClock: Sendable {
    /// The start time of every test.
    static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private struct State {
        var now = ManualClock.start
        var error: TimeInterval = 0
        var deadlines: [Date] = []
        var waits = true
        var failure: CocoaError?
        var waiting: [Int: (deadline: Date, continuation: CheckedContinuation<Void, any Error>)] = [:]
    }

    private let state = Mutex(State())

    /// The present wall-clock time of the phone.
    var now: Date { state.withLock { $0.now.addingTimeInterval($0.error) } }

    /// The present monotonic time.
    var steadyNow: Date { state.withLock { $0.now } }

    /// Sets the phone's wall clock. No sleeper wakes, because no flow under test waits for wall-clock time.
    func turn(by seconds: TimeInterval) { state.withLock { $0.error += seconds } }

    /// All deadlines waited for, in order.
    var deadlines: [Date] { state.withLock { $0.deadlines } }

    /// From now on waits return at once, before their instant (CLK-04), or throw an error.
    func stopWaiting(failure: CocoaError? = nil) { state.withLock { ($0.waits, $0.failure) = (false, failure) } }

    /// The number of sleepers.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits until there is a sleeper.
    ///
    /// - Throws: `CancellationError`.
    func waitForSleeper() async throws {
        while waitingCount == 0 {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Waits until the test has moved the time to an instant; returns at once if it has passed.
    ///
    /// - Throws: `CancellationError`; the error of `stopWaiting`.
    func wait(until deadline: Date) async throws {
        let (id, waits, failure) = state.withLock { state in
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

    /// Moves the time forward and wakes the sleepers whose time has come.
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
    /// The clock for flows.
    var steady: SteadyTime { SteadyTime(now: { self.steadyNow }, sleep: { try await self.wait(until: $0) }) }
}
