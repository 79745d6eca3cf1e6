// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Synchronization

/// What a thread that blocks for a caller knows about it.
final class Call: Sendable {
    /// When the caller is told that it failed.
    let answerTime: ContinuousClock.Instant
    /// When the work must have ended. Later than the answer for work that is to come to its end although nobody waits for it.
    let deadline: ContinuousClock.Instant
    /// When to begin to end the work, so that its outcome is known at the deadline.
    let cancellationTime: ContinuousClock.Instant
    /// Whether the caller's request leaves it so little time that its failing says nothing about the database.
    let isShort: Bool
    private let flag = Atomic(false)

    /// - Parameters:
    ///   - timeLimit: of a call.
    ///   - request: the deadline of the request that it is done for.
    init(timeLimit: Duration, within request: Deadline? = nil, from start: ContinuousClock.Instant = .now) {
        let time = min(timeLimit, request?.timeLeft ?? timeLimit)
        let workTime = request?.letsWorkEnd == true ? timeLimit : time
        answerTime = start.advanced(by: time)
        deadline = start.advanced(by: workTime)
        cancellationTime = start.advanced(by: workTime * 3 / 4)
        isShort = workTime < timeLimit / 2
    }

    /// Whether the caller is told before the work has ended.
    var outlivesItsCaller: Bool { answerTime < deadline }

    /// Whether the caller does not want it any more.
    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }
}
