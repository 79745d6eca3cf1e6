// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The lock (UC9.7) and the idle time after which it closes.
package protocol LockCalls: Sendable {
    /// Observes the lock: the present state, then every change.
    func setLockStream() async throws -> AsyncStream<LockState>
    /// Returns true if the wallet is unlocked (UC1.2/3.2).
    func isUnlocked() async throws -> Bool
    /// Reports that the user touched the screen or typed.
    func noteActivity() async
    /// Locks the wallet immediately (UC9.7).
    func lock(because reason: LockReason) async
    /// Returns the idle time after which the wallet locks, in seconds: the configured value or the user's own value.
    func inactivityTimeout() async throws -> TimeInterval
}

/// The calls about the lock that need an unlocked wallet.
package protocol UnlockedLockCalls: Sendable {
    /// Stores the user's idle time, in seconds; nil restores the configured value.
    func setInactivityTimeout(_ seconds: TimeInterval?) async throws
}
