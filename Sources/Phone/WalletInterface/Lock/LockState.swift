// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The accessibility of the wallet's data.
package enum LockState: Sendable, Hashable {
    /// Only the calls of the lock screens are admitted.
    case locked(LockReason)
    /// All calls are admitted.
    case unlocked
    /// All calls are admitted, but the user was inactive: the wallet locks at this monotonic time (`ClockBridge.steadyNow`, UC9.7/1.2).
    case inactive(locksAt: Date)

    /// True if all calls are admitted.
    package var isOpen: Bool {
        if case .locked = self { false } else { true }
    }
}

/// The reason that the wallet is locked.
package enum LockReason: String, Sendable, Hashable, CaseIterable {
    /// The wallet was not unlocked in this process yet.
    case notUnlockedYet
    /// Another user interface was bound to the core.
    case rebound
    /// No activity for too long (UC9.7/1.1b, 1.2c).
    case inactivity
    /// The app was in the background for too long (UC9.7/1.1e).
    case background
    /// The phone itself was locked.
    case deviceLocked
    /// The user has logged out (UC9.7/1.2b, 2.1), or the app requested it.
    case loggedOut
    /// The wallet is being or was erased: there is nothing to unlock (UC9.4).
    case wiped
    /// The provider refuses this wallet, or the update policy this version.
    case refused
}
