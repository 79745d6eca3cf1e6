// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization

/// A change that a call may still make after its caller has gone on.
enum BridgeChange: Sendable, Hashable {
    /// It makes a key.
    case making
    /// It deletes keys.
    case deleting
}

/// The end of a call of a bridge.
enum BridgeAnswer<Value: Sendable>: Sendable {
    case answered(Value)
    /// The bridge has not answered within the limit, and may still perform the call.
    case overdue
    /// The bridge was not called, because earlier calls have not returned.
    case refused
}

/// All calls of one bridge, each with a time limit. Counts the calls that were left: their limit has passed and they have not returned.
///
/// A new call goes to the bridge even while another hangs: on a phone a lost reply is more likely than dead hardware, and a retry then
/// succeeds. A new call is refused at once in three cases:
/// - Too many calls hang (`maximumLeft`).
/// - A limit has passed a moment ago (`rest`). One action of the user calls key hardware several times, and waits for one limit only.
/// - A hanging call could undo the new call. For example, a deletion that is performed late would delete the new key.
final class BridgeCalls: Sendable {
    /// The limit after the cancellation of the caller, in seconds.
    static let grace: TimeInterval = 5
    /// The largest number of times that the clock is asked to wait for one half of a limit.
    static let patience = 10

    private struct State {
        var leftCount = 0
        var leftChanges: [BridgeChange: Int] = [:]
        var restsUntil = Date.distantPast
    }

    private let clock: any ClockBridge
    private let maximumLeft: Int
    private let rest: TimeInterval
    private let state = Mutex(State())

    /// - Parameters:
    ///   - clock: its monotonic time counts.
    ///   - maximumLeft: the number of hanging calls from which on every call is refused.
    ///   - rest: the time after a passed limit in which every call is refused, in seconds.
    init(_ clock: any ClockBridge, maximumLeft: Int = 4, rest: TimeInterval = 0) {
        self.clock = clock
        self.maximumLeft = maximumLeft
        self.rest = rest
    }

    /// The number of calls that were left and have not returned.
    var leftCount: Int { state.withLock { $0.leftCount } }

    // MARK: Calls

    /// Calls the bridge.
    ///
    /// - Parameters:
    ///   - limit: in seconds; nil for none.
    ///   - grace: the limit after the cancellation of the caller, in seconds; 0 leaves the call at once.
    ///   - change: what the call can still change after it was left.
    ///   - opposed: the changes that could undo this call; it is refused while such a call hangs.
    func answer<Value: Sendable>(
        within limit: TimeInterval?, grace: TimeInterval = BridgeCalls.grace, as change: BridgeChange? = nil,
        opposedTo opposed: Set<BridgeChange> = [], _ call: @escaping @Sendable () async -> Value
    ) async -> BridgeAnswer<Value> {
        guard admits(opposed) else { return .refused }
        let answer = await BridgeCall<Value>(self, change).answer(within: limit, grace: grace, call)
        return answer.map { .answered($0) } ?? .overdue
    }

    /// Calls the bridge.
    ///
    /// - Throws: the bridge's error; `failure` if the bridge does not answer.
    func value<Value: Sendable, Failure: Error>(
        within limit: TimeInterval, as change: BridgeChange? = nil, opposedTo opposed: Set<BridgeChange> = [], orThrow failure: Failure,
        _ call: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let answer = await answer(within: limit, as: change, opposedTo: opposed) { () async -> Result<Value, Failure> in
            do throws(Failure) {
                return .success(try await call())
            } catch {
                return .failure(error)
            }
        }
        guard case .answered(let result) = answer else { throw failure }
        return try result.get()
    }

    private func admits(_ opposed: Set<BridgeChange>) -> Bool {
        let now = clock.steadyNow
        return state.withLock { state in
            // Neither monotonic time that went back (CLK-01) nor a time that is no number lengthens the rest.
            let left = state.restsUntil.timeIntervalSince(now)
            let isResting = left > 0 && left <= rest
            return state.leftCount < maximumLeft && !isResting && opposed.allSatisfy { state.leftChanges[$0, default: 0] == 0 }
        }
    }

    // MARK: Calls that were left

    func noteLeft(_ change: BridgeChange?, isSilence: Bool) {
        let rested = clock.steadyNow.addingTimeInterval(rest)
        state.withLock { state in
            state.leftCount += 1
            if let change { state.leftChanges[change, default: 0] += 1 }
            if isSilence { state.restsUntil = rested }
        }
    }

    func noteReturn(_ change: BridgeChange?) {
        state.withLock { state in
            state.leftCount -= 1
            if let change { state.leftChanges[change, default: 0] -= 1 }
            state.restsUntil = .distantPast
        }
    }

    /// Waits for a limit in two halves. When a phone sleeps, or a simulated clock is moved forward, at most one half passes at once, and
    /// the bridge has the other half for its answer.
    ///
    /// A clock that does not wait (CLK-03, CLK-04) or has no possible time measures no limit: calls then have none, because otherwise no
    /// call of an honest bridge could end.
    ///
    /// - Returns: false if the task was cancelled, or the clock measures nothing.
    func wait(_ limit: TimeInterval) async -> Bool {
        for _ in 1...2 {
            let now = clock.steadyNow
            let deadline = now.addingTimeInterval(limit / 2)
            // False also for a time that is infinite, no number, or too large for the difference.
            guard deadline.timeIntervalSince(now) > 0 else { return false }
            guard await RestartableTimer.passes(untilSteady: deadline, by: clock, patience: Self.patience) else { return false }
        }
        return true
    }
}
