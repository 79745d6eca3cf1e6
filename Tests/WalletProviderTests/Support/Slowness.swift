// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import TestEnvironment

/// What a slow database or HSM does: each call takes its time on a test's clock, but not more than a call may, nor than the request has left.
///
/// What goes on after the request's deadline takes no more time, so that the clock tells when the request was answered.
struct Slowness: Sendable {
    static let callTimeLimit = Duration.milliseconds(1700)

    let time: Duration
    let clock: ManualClock
    /// The deadline of all requests; nil when each has its own.
    var deadline: Deadline?
    /// Whether a call that is late is done all the same, instead of never being begun.
    var isDoneLate = true

    /// Takes the time.
    ///
    /// - Returns: whether the call was done in time.
    func pass() -> Bool {
        let limit = Deadline.limiting(Self.callTimeLimit)
        clock.advance(by: min(time, limit, deadline?.timeLeft ?? limit))
        return time < limit
    }
}
