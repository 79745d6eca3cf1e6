// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import WalletConfiguration
import WalletInterface

/// The lock: its state, its deadlines, and the user's own inactivity timeout. It outlives every wallet.
final class LockKeeper {
    let state = ObservedValue(LockState.locked(.notUnlockedYet), isMerging: false)
    /// Raised by every lock. An unlock that started in an earlier epoch no longer counts.
    private(set) var epoch = 0
    private(set) var isInBackground = false
    /// The user's own inactivity timeout, in seconds.
    var chosenInactivity: TimeInterval?
    /// The phone's clock; nil until the platform is bound.
    var clock: (any ClockBridge)?
    /// Runs at every lock. Hides everything that only an unlocked wallet shows.
    var onLock: () -> Void = {}

    private let configuration: ObservedValue<AppConfiguration>
    /// Present while the wallet is unlocked.
    private var timer: LockTimer?
    /// Wakes `keepDeadlines`.
    private let deadline = RestartableTimer()

    init(_ configuration: ObservedValue<AppConfiguration>) { self.configuration = configuration }

    var isOpen: Bool { state.value.isOpen }

    var periods: LockPeriods { LockPeriods(configuration.value.document.lockTimeouts, inactivity: chosenInactivity) }

    // MARK: Locking

    /// Locks immediately. A running unlock no longer unlocks.
    func lock(because reason: LockReason) {
        epoch += 1
        timer = nil
        // A locked wallet keeps its first reason.
        if isOpen { state.set(.locked(reason)) }
        onLock()
    }

    /// Locks if a deadline has passed, and warns before the next deadline.
    func enforce() {
        guard let timer, let clock else { return }
        switch timer.state(at: Moment(by: clock), periods) {
        case .locked(let reason): lock(because: reason)
        case let open:
            // The next warning may be due before the current wake-up time.
            if case .inactive = state.value, open == .unlocked { deadline.wake() }
            state.set(open)
        }
    }

    /// Applies changed periods.
    func applyPeriods() {
        enforce()
        deadline.wake()
    }

    /// Enforces the deadlines until the task is cancelled.
    func keepDeadlines(by clock: any ClockBridge) async {
        while !Task.isCancelled {
            enforce()
            let next = timer?.nextChange(after: clock.steadyNow, periods)
            // With a clock that does not wait (CLK-04), nothing would lock the wallet in time.
            if await deadline.end(untilSteady: next, by: clock) == .clockFailed { lock(because: .inactivity) }
        }
    }

    // MARK: Unlocking

    /// Unlocks, unless the wallet was locked since `epoch` was read.
    ///
    /// - Throws: `locked`.
    func unlock(ifStillIn epoch: Int) throws(WalletCoreError) {
        guard epoch == self.epoch, let clock else { throw WalletCoreError(.locked, "the wallet was locked during the call") }
        timer = LockTimer(at: Moment(by: clock), inBackground: isInBackground)
        state.set(.unlocked)
        deadline.wake()
    }

    // MARK: The user and the app

    /// Records an action of the user. A locked wallet stays locked.
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
