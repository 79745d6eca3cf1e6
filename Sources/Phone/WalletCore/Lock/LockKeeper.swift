// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import WalletConfiguration
import WalletInterface

/// The lock: its state, the deadlines at which it locks by itself, and the user's own time without activity. It outlives every wallet.
final class LockKeeper {
    /// Whether the wallet's data can be seen.
    let state = ObservedValue(LockState.locked(.notUnlockedYet), isMerging: false)
    /// Raised by every lock: an unlock that began in an earlier epoch does not count any more.
    private(set) var epoch = 0
    private(set) var isInBackground = false
    /// The user's own time without activity, in seconds.
    var chosenInactivity: TimeInterval?
    /// The phone's clock; nil before the platform has handed it over.
    var clock: (any ClockBridge)?
    /// Runs at every lock: hides what only an unlocked wallet shows.
    var onLock: () -> Void = {}

    private let configuration: ObservedValue<AppConfiguration>
    /// Runs while the wallet is unlocked.
    private var timer: LockTimer?
    /// Wakes `keepDeadlines`.
    private let deadline = RestartableTimer()

    init(_ configuration: ObservedValue<AppConfiguration>) { self.configuration = configuration }

    var isOpen: Bool { state.value.isOpen }

    /// The periods in force.
    var periods: LockPeriods { LockPeriods(configuration.value.document.lockTimeouts, inactivity: chosenInactivity) }

    // MARK: Locking

    /// Locks at once. An unlock that is under way does not unlock any more.
    func lock(because reason: LockReason) {
        epoch += 1
        timer = nil
        // A wallet that is locked already keeps its first reason.
        if isOpen { state.set(.locked(reason)) }
        onLock()
    }

    /// Locks when a deadline has passed, and announces one that comes soon.
    func enforce() {
        guard let timer, let clock else { return }
        switch timer.state(at: Moment(by: clock), periods) {
        case .locked(let reason): lock(because: reason)
        case let open:
            // The next warning may be due before the instant that is waited for.
            if case .inactive = state.value, open == .unlocked { deadline.wake() }
            state.set(open)
        }
    }

    /// Applies changed periods.
    func applyPeriods() {
        enforce()
        deadline.wake()
    }

    /// Keeps the deadlines until the task is cancelled.
    func keepDeadlines(by clock: any ClockBridge) async {
        while !Task.isCancelled {
            enforce()
            await deadline.wait(untilSteady: timer?.nextChange(after: clock.steadyNow, periods), by: clock)
        }
    }

    // MARK: Unlocking

    /// Unlocks, unless the wallet was locked since the epoch was read.
    ///
    /// - Throws: `locked`.
    func unlock(ifStillIn epoch: Int) throws(WalletCoreError) {
        guard epoch == self.epoch, let clock else { throw WalletCoreError(.locked, "the wallet was locked meanwhile") }
        timer = LockTimer(at: Moment(by: clock), inBackground: isInBackground)
        state.set(.unlocked)
        deadline.wake()
    }

    // MARK: The user and the app

    /// Notes that the user has done something. A locked wallet stays locked.
    func noteActivity() {
        enforce()
        guard let now = clock?.steadyNow else { return }
        timer?.noteActivity(at: now)
        enforce()
    }

    func enterBackground() {
        isInBackground = true
        if let now = clock?.steadyNow { timer?.enterBackground(at: now) }
        deadline.wake()
    }

    func enterForeground() {
        isInBackground = false
        timer?.enterForeground()
        enforce()
    }
}
