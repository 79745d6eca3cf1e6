// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization

/// A clock that a test moves, also back. Sleepers wake when it has moved far enough.
final class FakeClock: ClockBridge {
    private struct Sleeper {
        let deadline: Date
        let isSteady: Bool
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var time = Date(timeIntervalSince1970: 1_800_000_000)
        /// The difference between wall-clock and monotonic time.
        var error: TimeInterval = 0
        var sleepers: [Int: Sleeper] = [:]
        var lastSleeper = 0
        var watchers: [(isReady: @Sendable ([Date]) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

        func isOver(_ deadline: Date, isSteady: Bool) -> Bool { deadline <= (isSteady ? time.addingTimeInterval(-error) : time) }

        mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
            let deadlines = sleepers.values.map(\.deadline)
            let ready = watchers.filter { $0.isReady(deadlines) }
            watchers.removeAll { $0.isReady(deadlines) }
            return ready.map(\.continuation)
        }
    }

    private let state = Mutex(State())

    var now: Date { state.withLock { $0.time } }

    var steadyNow: Date { state.withLock { $0.time.addingTimeInterval(-$0.error) } }

    func sleep(until deadline: Date) async throws { try await rest(until: deadline, isSteady: false) }

    func sleep(untilSteady deadline: Date) async throws { try await rest(until: deadline, isSteady: true) }

    /// Sets the phone's wall clock, as its user can; no time passes.
    func turn(by seconds: TimeInterval) {
        state.withLock { $0.error += seconds }
        advance(by: seconds)
    }

    private func rest(until deadline: Date, isSteady: Bool) async throws {
        let id = state.withLock { state in
            state.lastSleeper += 1
            return state.lastSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let watchers = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
                    guard !state.isOver(deadline, isSteady: isSteady), !Task.isCancelled else { return nil }
                    state.sleepers[id] = Sleeper(deadline: deadline, isSteady: isSteady, continuation: continuation)
                    return state.takeWatchers()
                }
                guard let watchers else { return continuation.resume() }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
        try Task.checkCancellation()
    }

    /// Moves the clock and wakes the sleepers whose time has come.
    func advance(by seconds: TimeInterval) {
        let ready = state.withLock { state in
            state.time = state.time.addingTimeInterval(seconds)
            let ready = state.sleepers.filter { state.isOver($0.value.deadline, isSteady: $0.value.isSteady) }
            for id in ready.keys { state.sleepers.removeValue(forKey: id) }
            return ready.values.map(\.continuation)
        }
        for continuation in ready { continuation.resume() }
    }

    /// The deadlines of the sleepers, on either clock.
    var deadlines: [Date] { state.withLock { $0.sleepers.values.map(\.deadline) } }

    /// Waits for that many sleepers.
    func hasSleepers(_ count: Int = 1) async { await hasSleepers { $0.count >= count } }

    /// Waits for a sleeper with that deadline, on either clock.
    func hasSleepers(until deadline: Date) async { await hasSleepers { $0.contains(deadline) } }

    private func hasSleepers(_ isReady: @escaping @Sendable ([Date]) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                guard !isReady(state.sleepers.values.map(\.deadline)) else { return true }
                state.watchers.append((isReady, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }
}
