// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import TestEnvironment

/// What a slow database or HSM does: each call takes its time on a test's clock, but not more than a call may, nor than the request has left.
struct Slowness: Sendable {
    static let callTimeLimit = Duration.milliseconds(1700)

    let time: Duration
    let clock: ManualClock

    /// Takes the time.
    ///
    /// - Returns: whether the call was done in time.
    func pass() -> Bool {
        let limit = Deadline.limiting(Self.callTimeLimit)
        clock.advance(by: min(time, limit))
        return time < limit
    }
}
