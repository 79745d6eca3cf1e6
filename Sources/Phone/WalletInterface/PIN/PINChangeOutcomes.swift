// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The outcome of a PIN change (UC2.6). A wrong old PIN is an outcome, not an error.
package enum PINChangeOutcome: Sendable, Hashable {
    /// The new PIN is active, and the old PIN is not.
    case changed
    /// The new PIN equals the old PIN. No request was sent, so nothing was verified.
    case unchanged
    /// The old PIN is wrong; the active PIN is unchanged.
    /// - attemptsLeftInRound: 1…3 with the protocol's policy.
    case wrongOldPIN(attemptsLeftInRound: Int, isFinalRound: Bool)
    /// A delay runs; nothing was checked, and the old PIN stays active. `until` is monotonic time, as in `PINCheck`.
    case temporarilyBlocked(until: Date)
    /// No attempts are left, permanently.
    case permanentlyBlocked
    /// It is unknown which PIN is active: `pinChangeState()` is pending. The same call continues from there, and so does `unlock(pin:)`
    /// with either PIN.
    case outcomeUnknown
}

/// The state of a PIN change.
package enum PINChangeState: Sendable, Hashable {
    /// The active PIN is the one last confirmed to the user.
    case none
    /// The provider has not confirmed which PIN is active: entering the old or the new one resolves it. One of them works, perhaps both.
    /// `certain` is the one known to work, nil if neither is certain.
    case pending(certain: PINOfChange?)
}

/// One of the two PINs of a change.
package enum PINOfChange: String, Sendable, Hashable, CaseIterable {
    /// The PIN before the change.
    case old
    /// The PIN after the change.
    case new
}
