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
        return try lockKeeper.state.observe()
    }

    /// Ends the lock stream, if there is one. May be called in any state.
    package func clearLockStream() {
        lockKeeper.state.clear()
    }

    /// Whether the wallet is unlocked now.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, or a store error.
    package func isUnlocked() throws(WalletCoreError) -> Bool {
        try admit(.isUnlocked)
        return lockKeeper.isOpen
    }

    /// Locks the wallet at once. An unlock or a registration that is under way does not unlock it any more. May be called in any state.
    package func lock(because reason: LockReason = .loggedOut) {
        lockKeeper.lock(because: reason)
    }

    /// Notes that the user has touched the glass or typed. May be called in any state; a locked wallet stays locked.
    package func noteActivity() { lockKeeper.noteActivity() }

    /// Takes an event of the operating system about the app or the device. May be called in any state.
    package func handle(_ event: AppLifecycleEvent) {
        lockKeeper.enforce()
        switch event {
        case .didEnterBackground, .didDestroyUserInterface:
            noteAbsence()
            lockKeeper.enterBackground()
        case .willEnterForeground, .willCreateUserInterface: lockKeeper.enterForeground()
        case .didLockDevice:
            noteAbsence()
            lock(because: .deviceLocked)
        case .openLink:
            break  // A link neither locks nor unlocks.
        }
    }

    /// Another person may return to the app.
    private func noteAbsence() {
        if case .running(let wallet) = life { wallet.attempts.noteAbsence() }
    }

    /// The time without activity, in seconds, after which the wallet locks: the configured one or the user's own.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, or a store error.
    package func inactivityTimeout() throws(WalletCoreError) -> TimeInterval {
        try admit(.inactivityTimeout)
        return lockKeeper.periods.inactivity
    }

    /// Keeps the user's own time without activity, in seconds; nil goes back to the configured one. A longer one than configured has no effect.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`; `unexpected` below 60 seconds; a store error. Nothing is
    ///   changed then.
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

    /// Unlocks, unless the wallet was locked since the epoch was read, and shows what only an unlocked wallet shows.
    ///
    /// - Throws: `locked`.
    func unlock(ifStillIn epoch: Int) throws(WalletCoreError) {
        try lockKeeper.unlock(ifStillIn: epoch)
        if case .running(let wallet) = life { wallet.cards.noteUnlocked() }
    }

    /// Passes when the wallet is unlocked.
    ///
    /// - Throws: `locked`.
    func requireUnlocked() throws(WalletCoreError) {
        lockKeeper.enforce()
        guard lockKeeper.isOpen else { throw WalletCoreError(.locked, "the wallet is locked") }
    }
}
