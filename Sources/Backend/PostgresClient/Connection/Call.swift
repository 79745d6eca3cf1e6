// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Synchronization

/// The time limits and the cancellation of a call, as seen by the thread that executes it.
final class Call: Sendable {
    /// The time by which the work must have ended. After it the caller gets an error.
    let deadline: ContinuousClock.Instant
    /// The time to start cancelling the work, so that its outcome is known by the deadline.
    let cancellationTime: ContinuousClock.Instant
    /// The latest time to start a statement that must not be repeated. A later start risks an unknown outcome.
    let latestStart: ContinuousClock.Instant
    /// True if the request leaves the call so little time that a failure does not show a problem of the database.
    let isShort: Bool
    private let flag = Atomic(false)

    /// - Parameters:
    ///   - timeLimit: the time limit of a call.
    ///   - request: the deadline of the request that the call belongs to.
    init(timeLimit: Duration, within request: Deadline? = nil, from start: ContinuousClock.Instant = .now) {
        let time = min(timeLimit, request?.timeLeft ?? timeLimit)
        deadline = start.advanced(by: time)
        cancellationTime = start.advanced(by: time * 3 / 4)
        latestStart = deadline.advanced(by: .zero - min(.milliseconds(300), timeLimit / 4))
        isShort = time < timeLimit / 2
    }

    /// True once the caller has cancelled the call.
    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }
}
