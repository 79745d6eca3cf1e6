// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

/// The time that an update policy is judged by: that of the phone's clock, but never earlier than it was judged by before. Turning the clock
/// back undoes no date of the policy, neither in a running process nor after a restart.
///
/// An answer of the server begins anew: a clock that was fast once is believed again when it is right.
struct PolicyTime: Sendable, Equatable {
    /// The latest instant.
    private let latest: Date
    /// When that was, in steady time.
    private let steady: Date

    /// How much later it must be before it is stored anew, in seconds.
    static let grain: TimeInterval = 60

    /// - Parameter latest: an instant that is not undone; nil when there is none.
    init(notBefore latest: Date?, _ clock: any ClockBridge) {
        self.latest = latest ?? .distantPast
        steady = clock.steadyNow
    }

    /// The present instant.
    func now(by clock: any ClockBridge) -> Date {
        max(clock.now, latest.addingTimeInterval(clock.steadyNow.timeIntervalSince(steady)))
    }
}
