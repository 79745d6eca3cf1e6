// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import ObservedValues
package import PlatformSupport
import WalletConfiguration
package import WalletInterface

extension WalletCore {
    /// Observes the lock: the state now, then every change.
    ///
    /// - Throws: `observerPresent`, `platformMissing`, `notInitialized`.
    package func setLockStream() throws(WalletCoreError) -> AsyncStream<LockState> {
        try admit(.setLockStream)
        return try lockState.observe()
    }

    /// Ends the lock stream, if there is one. May be called in any state.
    package func clearLockStream() {
        lockState.clear()
    }

    /// Whether the wallet is unlocked now.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, or a store error.
    package func isUnlocked() throws(WalletCoreError) -> Bool {
        try admit(.isUnlocked)
        return lockState.value.isOpen
    }

    /// Locks the wallet at once. An unlock or a registration that is under way does not unlock it any more. May be called in any state.
    package func lock(because reason: LockReason = .loggedOut) {
        lockEpoch += 1
        lockTimer = nil
        dropProvenBiometrics()
        // Who finds it locked already learns nothing new.
        if lockState.value.isOpen { lockState.set(.locked(reason)) }
        cardList = nil
        cardsState.set(.hidden)
    }

    /// The user has done something: touched the glass or typed. May be called in any state; a locked wallet stays locked.
    package func noteActivity() {
        enforceLock()
        guard let now = clock?.steadyNow else { return }
        lockTimer?.noteActivity(at: now)
        enforceLock()
    }

    /// What the operating system says about the app and the device. May be called in any state.
    package func handle(_ event: AppLifecycleEvent) {
        enforceLock()
        switch event {
        case .didEnterBackground, .didDestroyUserInterface:
            isInBackground = true
            // Whoever is back may be somebody else.
            wrongTriesHere = 0
            if let now = clock?.steadyNow { lockTimer?.enterBackground(at: now) }
            lockWaitTimer.wake()
        case .willEnterForeground, .willCreateUserInterface:
            isInBackground = false
            lockTimer?.enterForeground()
            enforceLock()
        case .didLockDevice:
            wrongTriesHere = 0
            lock(because: .deviceLocked)
        case .openLink:
            break  // A link neither locks nor unlocks.
        }
    }

    /// The time without activity, in seconds, after which the wallet locks: the configured one or the user's own.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, or a store error.
    package func inactivityTimeout() throws(WalletCoreError) -> TimeInterval {
        try admit(.inactivityTimeout)
        return lockPeriods.inactivity
    }

    /// Keeps the user's own time without activity, in seconds; nil goes back to the configured one. A longer one than configured has no effect.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`; `unexpected` below 60 seconds; a store error. Nothing is
    ///   changed then.
    package func setInactivityTimeout(_ seconds: TimeInterval?) throws(WalletCoreError) {
        let running = try admitted(.setInactivityTimeout)
        guard seconds.map({ $0.isFinite && $0 >= LockPeriods.shortestInactivity }) ?? true else {
            throw WalletCoreError(.unexpected, "the chosen time without activity is too short")
        }
        try running.store.change { changes throws(WalletCoreError) in
            if let seconds { try changes.set(.inactivityTimeout, to: seconds) } else { changes.remove(.inactivityTimeout) }
        }
        chosenInactivity = seconds
        enforceLock()
        lockWaitTimer.wake()
    }

    // MARK: Inside

    /// The times that count now.
    var lockPeriods: LockPeriods { LockPeriods(configuration.lockTimeouts, inactivity: chosenInactivity) }

    /// Locks when a deadline has passed, and tells the observer of a coming one.
    func enforceLock() {
        guard let lockTimer, let clock else { return }
        switch lockTimer.state(at: Moment(by: clock), lockPeriods) {
        case .locked(let reason): lock(because: reason)
        case let open:
            // The next warning may be due before the instant that is waited for.
            if case .inactive = lockState.value, open == .unlocked { lockWaitTimer.wake() }
            lockState.set(open)
        }
    }

    /// Keeps the lock's deadlines until the task is cancelled.
    func keepLock(by clock: any ClockBridge) async {
        while !Task.isCancelled {
            enforceLock()
            await lockWaitTimer.wait(untilSteady: lockTimer?.nextChange(after: clock.steadyNow, lockPeriods), by: clock)
        }
    }

    /// Unlocks, unless the wallet was locked since the epoch was read.
    ///
    /// - Throws: `locked`.
    func unlock(ifStillIn epoch: Int) throws(WalletCoreError) {
        guard epoch == lockEpoch, let clock else { throw WalletCoreError(.locked, "the wallet was locked meanwhile") }
        lockTimer = LockTimer(at: Moment(by: clock), inBackground: isInBackground)
        lockState.set(.unlocked)
        lockWaitTimer.wake()
        for alarm in [cardStatusTimer, cardCheckTimer] { alarm.wake() }
        if case .running(let running) = life { showCards(running) }
    }

    /// Passes when the wallet is unlocked.
    ///
    /// - Throws: `locked`.
    func requireUnlocked() throws(WalletCoreError) {
        enforceLock()
        guard lockState.value.isOpen else { throw WalletCoreError(.locked, "the wallet is locked") }
    }
}
