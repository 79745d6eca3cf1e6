// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// The state by which an unlocked wallet decides when to lock: a value, so that tests can check every moment. It uses monotonic time, which
/// runs through sleep and ignores changes of the wall clock.
struct LockTimer: Sendable, Equatable {
    /// The tolerated change of the phone's wall clock while the wallet is unlocked, in seconds, as a network sometimes corrects it.
    static let tolerance: TimeInterval = 60

    /// The distance of the wall clock ahead of monotonic time at the unlock, in seconds.
    private let lead: TimeInterval
    /// The last activity, in monotonic time.
    private(set) var lastActivity: Date
    /// The time at which the app went to the background, in monotonic time; nil in the foreground.
    private(set) var backgroundSince: Date?

    /// Starts at the unlock.
    init(at now: Moment, inBackground: Bool) {
        lead = now.lead
        lastActivity = now.steady
        backgroundSince = inBackground ? now.steady : nil
    }

    /// Records activity at a monotonic time. Activity counts only while the app is in the foreground.
    mutating func noteActivity(at now: Date) {
        if backgroundSince == nil { lastActivity = max(lastActivity, now) }
    }

    mutating func enterBackground(at now: Date) {
        if backgroundSince == nil { backgroundSince = now }
    }

    mutating func enterForeground() {
        backgroundSince = nil
    }

    /// Returns the lock's state at a moment. Setting the wall clock does not extend a timeout; a change beyond the tolerance locks, because
    /// it indicates manipulation (threat T-A4). Monotonic time that goes back also locks.
    func state(at moment: Moment, _ periods: LockPeriods) -> LockState {
        guard abs(moment.lead - lead) <= Self.tolerance else { return .locked(.inactivity) }
        let now = moment.steady
        guard now >= lastActivity, now >= backgroundSince ?? lastActivity else { return .locked(.inactivity) }
        if let backgroundSince, now >= backgroundSince.addingTimeInterval(periods.background) { return .locked(.background) }
        let locksAt = lastActivity.addingTimeInterval(periods.inactivity)
        guard now < locksAt else { return .locked(.inactivity) }
        return now < lastActivity.addingTimeInterval(periods.warning) ? .unlocked : .inactive(locksAt: locksAt)
    }

    /// Returns the next monotonic time at which the state changes.
    func nextChange(after now: Date, _ periods: LockPeriods) -> Date {
        let instants = [
            lastActivity.addingTimeInterval(periods.warning), lastActivity.addingTimeInterval(periods.inactivity),
            backgroundSince?.addingTimeInterval(periods.background),
        ]
        return instants.compactMap(\.self).filter { $0 > now }.min() ?? now
    }
}
