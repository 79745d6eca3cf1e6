// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// What an unlocked wallet must remember to lock itself in time: pure, so that every moment can be judged. It counts steady time, which runs
/// on through sleep and which nobody turns.
struct LockTimer: Sendable, Equatable {
    /// How far the phone's clock may be set while the wallet is unlocked, in seconds: as far as a network sets it right now and then.
    static let tolerance: TimeInterval = 60

    /// How far the phone's clock was ahead of steady time at the unlocking, in seconds.
    private let lead: TimeInterval
    /// When something was done last, in steady time.
    private(set) var lastActivity: Date
    /// Since when the app is in the background, in steady time; nil while it is on the glass.
    private(set) var backgroundSince: Date?

    /// Begins with the unlocking.
    init(at now: Moment, inBackground: Bool) {
        lead = now.lead
        lastActivity = now.steady
        backgroundSince = inBackground ? now.steady : nil
    }

    /// Something was done, at an instant of steady time. It counts only while the app is on the glass.
    mutating func noteActivity(at now: Date) {
        if backgroundSince == nil { lastActivity = max(lastActivity, now) }
    }

    mutating func enterBackground(at now: Date) {
        if backgroundSince == nil { backgroundSince = now }
    }

    mutating func enterForeground() {
        backgroundSince = nil
    }

    /// What the wallet is to be. Setting the phone's clock gains no time, and by more than the tolerance it locks (threat T-A4): who sets it
    /// wants something. Steady time that went back is no such time, and locks.
    func state(at moment: Moment, _ periods: LockPeriods) -> LockState {
        guard abs(moment.lead - lead) <= Self.tolerance else { return .locked(.inactivity) }
        let now = moment.steady
        guard now >= lastActivity, now >= backgroundSince ?? lastActivity else { return .locked(.inactivity) }
        if let backgroundSince, now >= backgroundSince.addingTimeInterval(periods.background) { return .locked(.background) }
        let locksAt = lastActivity.addingTimeInterval(periods.inactivity)
        guard now < locksAt else { return .locked(.inactivity) }
        return now < lastActivity.addingTimeInterval(periods.warning) ? .unlocked : .inactive(locksAt: locksAt)
    }

    /// The next instant of steady time at which the state changes by itself.
    func nextChange(after now: Date, _ periods: LockPeriods) -> Date {
        let instants = [
            lastActivity.addingTimeInterval(periods.warning), lastActivity.addingTimeInterval(periods.inactivity),
            backgroundSince?.addingTimeInterval(periods.background),
        ]
        return instants.compactMap(\.self).filter { $0 > now }.min() ?? now
    }
}
