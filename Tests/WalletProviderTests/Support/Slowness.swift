// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import TestEnvironment

/// The delay of a slow database or HSM. Each call advances a test clock, at most by the call's limit and the request's remaining time.
///
/// Work after the request's deadline takes no time, so that the clock shows the time of the answer.
struct Slowness: Sendable {
    let time: Duration
    let clock: ManualClock
    /// The deadline of all requests; nil if each has its own.
    var deadline: Deadline?
    /// True if a late call completes; false if it never starts.
    var isDoneLate = true

    /// Lets the time of a call pass.
    ///
    /// - Returns: true if the call was in time.
    func pass() -> Bool {
        let limit = Deadline.limiting(Timeouts.production.databaseCall)
        clock.advance(by: min(time, limit, deadline?.timeLeft ?? limit))
        return time < limit
    }
}
