// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// What an unlocked wallet must remember to lock itself in time: pure, so that every moment can be judged.
struct LockTimer: Sendable, Equatable {
    /// When something was done last, by the phone's clock.
    private(set) var lastActivity: Date
    /// Since when the app is in the background; nil while it is on the glass.
    private(set) var backgroundSince: Date?

    /// Begins with the unlocking.
    init(at now: Date, inBackground: Bool) {
        lastActivity = now
        backgroundSince = inBackground ? now : nil
    }

    /// Something was done. It counts only while the app is on the glass.
    mutating func noteActivity(at now: Date) {
        if backgroundSince == nil { lastActivity = max(lastActivity, now) }
    }

    mutating func enterBackground(at now: Date) {
        if backgroundSince == nil { backgroundSince = now }
    }

    mutating func enterForeground() {
        backgroundSince = nil
    }

    /// What the wallet is to be at an instant. A clock that went back locks: nobody knows how long it was.
    func state(at now: Date, _ periods: LockPeriods) -> LockState {
        guard now >= lastActivity, now >= backgroundSince ?? lastActivity else { return .locked(.inactivity) }
        if let backgroundSince, now >= backgroundSince.addingTimeInterval(periods.background) { return .locked(.background) }
        let locksAt = lastActivity.addingTimeInterval(periods.inactivity)
        guard now < locksAt else { return .locked(.inactivity) }
        return now < lastActivity.addingTimeInterval(periods.warning) ? .unlocked : .inactive(locksAt: locksAt)
    }

    /// The next instant at which the state changes by itself.
    func nextChange(after now: Date, _ periods: LockPeriods) -> Date {
        let instants = [
            lastActivity.addingTimeInterval(periods.warning), lastActivity.addingTimeInterval(periods.inactivity),
            backgroundSince?.addingTimeInterval(periods.background),
        ]
        return instants.compactMap(\.self).filter { $0 > now }.min() ?? now
    }
}
