// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// Whether the wallet's data can be seen.
package enum LockState: Sendable, Hashable {
    /// Only what the lock screens need is answered.
    case locked(LockReason)
    /// Everything is answered.
    case unlocked
    /// Everything is answered, but nothing was done for a while: the wallet locks at this instant of steady time (`ClockBridge.steadyNow`,
    /// UC9.7/1.2).
    case inactive(locksAt: Date)

    /// Whether everything is answered.
    package var isOpen: Bool {
        if case .locked = self { false } else { true }
    }
}

/// Why the wallet is locked.
package enum LockReason: String, Sendable, Hashable, CaseIterable {
    /// It was not unlocked in this process yet.
    case notUnlockedYet
    /// Another user interface was bound to the core.
    case rebound
    /// Nothing was done for too long (UC9.7/1.1b, 1.2c).
    case inactivity
    /// The app was in the background for too long (UC9.7/1.1e).
    case background
    /// The phone itself was locked.
    case deviceLocked
    /// The user has logged out (UC9.7/1.2b, 2.1), or the app asked for it.
    case loggedOut
    /// The wallet is being erased, or was: there is nothing to unlock (UC9.4).
    case wiped
    /// The provider refuses this wallet or the update policy this version.
    case refused
}
