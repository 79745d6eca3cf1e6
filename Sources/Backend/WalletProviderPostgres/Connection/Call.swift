// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Synchronization

/// What a thread that blocks for a caller knows about it.
final class Call: Sendable {
    /// When the work must have ended, and the caller is told that it failed.
    let deadline: ContinuousClock.Instant
    /// When to begin to end the work, so that its outcome is known at the deadline.
    let cancellationTime: ContinuousClock.Instant
    /// When to begin nothing any more that may not be done twice: what is cancelled in a hurry may end in doubt.
    let latestStart: ContinuousClock.Instant
    /// Whether the caller's request leaves it so little time that its failing says nothing about the database.
    let isShort: Bool
    private let flag = Atomic(false)

    /// - Parameters:
    ///   - timeLimit: of a call.
    ///   - request: the deadline of the request that it is done for.
    init(timeLimit: Duration, within request: Deadline? = nil, from start: ContinuousClock.Instant = .now) {
        let time = min(timeLimit, request?.timeLeft ?? timeLimit)
        deadline = start.advanced(by: time)
        cancellationTime = start.advanced(by: time * 3 / 4)
        latestStart = deadline.advanced(by: .zero - min(.milliseconds(300), timeLimit / 4))
        isShort = time < timeLimit / 2
    }

    /// Whether the caller does not want it any more.
    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }
}
