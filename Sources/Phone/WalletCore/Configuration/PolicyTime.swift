// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

/// The time for judging an update policy: the true time, but never earlier than a time used before. Setting the clock back undoes no date
/// of the policy, in a running process or after a restart.
///
/// A response of the server resets it: a clock that was fast once is trusted again when it is right.
struct PolicyTime: Sendable, Equatable {
    /// The latest true time.
    private let latest: Date
    /// The monotonic time of `latest`.
    private let steady: Date

    /// The advance after which the time is stored again, in seconds.
    static let resolution: TimeInterval = 60

    /// - Parameter latest: the lower bound; nil without a lower bound.
    init(notBefore latest: Date?, _ clock: any ClockBridge) {
        self.latest = latest ?? .distantPast
        steady = clock.steadyNow
    }

    /// Returns the present time.
    func now(by clock: any ClockBridge) -> Date {
        max(clock.possibleNow, latest.addingTimeInterval(clock.steadyNow.timeIntervalSince(steady)).possible)
    }
}
