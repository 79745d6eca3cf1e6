// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import ObservedValues
package import PlatformSupport
import WalletConfiguration
package import WalletInterface

extension Core {
    /// Observes the lock: the current state, then every change.
    ///
    /// - Throws: `observerPresent`, `platformMissing`, `notInitialized`.
    package func setLockStream() throws(WalletCoreError) -> AsyncStream<LockState> {
        try admit(.setLockStream)
        return try lockKeeper.state.observe()
    }

    /// Ends the lock stream. Can be called in any state.
    package func clearLockStream() {
        lockKeeper.state.clear()
    }

    /// True if the wallet is unlocked.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, or a store error.
    package func isUnlocked() throws(WalletCoreError) -> Bool {
        try admit(.isUnlocked)
        return lockKeeper.isOpen
    }

    /// Locks the wallet immediately. A running unlock or registration no longer unlocks it. Can be called in any state.
    package func lock(because reason: LockReason = .loggedOut) {
        lockKeeper.lock(because: reason)
    }

    /// Records that the user has touched the screen or typed. Can be called in any state; a locked wallet stays locked.
    package func noteActivity() { lockKeeper.noteActivity() }

    /// Handles an event of the operating system about the app or the device. Can be called in any state.
    package func handle(_ event: AppLifecycleEvent) {
        lockKeeper.enforce()
        switch event {
        case .didEnterBackground, .didDestroyUserInterface:
            noteAbsence()
            lockKeeper.enterBackground()
        case .willEnterForeground, .willCreateUserInterface: lockKeeper.enterForeground()
        case .didLockDevice, .protectedDataWillBecomeUnavailable:
            noteAbsence()
            lock(because: .deviceLocked)
        case .openLink, .willResignActive, .didBecomeActive, .protectedDataDidBecomeAvailable:
            break  // None of them locks or unlocks.
        }
    }

    /// Notes that the person who returns to the app may be a different person.
    private func noteAbsence() {
        if case .running(let wallet) = life { wallet.attempts.noteAbsence() }
    }

    /// The inactivity timeout in seconds: the configured value or the user's own value.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, or a store error.
    package func inactivityTimeout() throws(WalletCoreError) -> TimeInterval {
        try admit(.inactivityTimeout)
        return lockKeeper.periods.inactivity
    }

    /// Stores the user's own inactivity timeout in seconds; nil restores the configured timeout. A longer timeout than configured has no
    /// effect.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`; `unexpected` below 60 seconds; a store error. After an
    ///   error nothing is changed.
    package func setInactivityTimeout(_ seconds: TimeInterval?) throws(WalletCoreError) {
        let wallet = try admitted(.setInactivityTimeout)
        guard seconds.map({ $0.isFinite && $0 >= LockPeriods.shortestInactivity }) ?? true else {
            throw WalletCoreError(.unexpected, "the chosen time without activity is too short")
        }
        try wallet.store.change { changes throws(WalletCoreError) in
            if let seconds { try changes.set(.inactivityTimeout, to: seconds) } else { changes.remove(.inactivityTimeout) }
        }
        lockKeeper.chosenInactivity = seconds
        lockKeeper.applyPeriods()
    }

    // MARK: Inside

    /// Unlocks, unless the wallet was locked since `epoch` was read, and publishes the cards.
    ///
    /// - Throws: `locked`.
    func unlock(ifStillIn epoch: Int) throws(WalletCoreError) {
        try lockKeeper.unlock(ifStillIn: epoch)
        if case .running(let wallet) = life { wallet.cards.noteUnlocked() }
    }

    /// Throws unless the wallet is unlocked.
    ///
    /// - Throws: `locked`.
    func requireUnlocked() throws(WalletCoreError) {
        lockKeeper.enforce()
        guard lockKeeper.isOpen else { throw WalletCoreError(.locked, "the wallet is locked") }
    }

    /// Throws if the wallet was locked since `epoch` was read, also if it is unlocked again. For the rest of a call that has taken a right PIN:
    /// a face or a finger must not go on with what the PIN has confirmed.
    ///
    /// - Throws: `locked`.
    func requireUnlocked(since epoch: Int) throws(WalletCoreError) {
        try requireUnlocked()
        guard lockKeeper.epoch == epoch else { throw WalletCoreError(.locked, "the wallet was locked during the call") }
    }
}
