// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// What a thread that blocks for a caller knows about it.
final class Call: Sendable {
    /// When the caller is told that it failed.
    let deadline: ContinuousClock.Instant
    /// When to begin to end the work, so that its outcome is known at the deadline.
    let cancellationTime: ContinuousClock.Instant
    private let flag = Atomic(false)

    init(timeLimit: Duration, from start: ContinuousClock.Instant = .now) {
        deadline = start.advanced(by: timeLimit)
        cancellationTime = start.advanced(by: timeLimit * 3 / 4)
    }

    /// Whether the caller does not want it any more.
    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }
}
