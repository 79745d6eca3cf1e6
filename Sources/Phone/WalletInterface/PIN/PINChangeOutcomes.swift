// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// What changing the PIN yields (UC2.6). A wrong old PIN is an outcome, not an error.
package enum PINChangeOutcome: Sendable, Hashable {
    /// The new PIN is in force, and the old one is not.
    case changed
    /// The new PIN is the old one. Nothing was asked, so nothing was verified either.
    case unchanged
    /// The old PIN is wrong; it is in force as before.
    /// - attemptsLeftInRound: 1…3 with the protocol's policy.
    case wrongOldPIN(attemptsLeftInRound: Int, isFinalRound: Bool)
    /// A wait runs; nothing was checked, and the old PIN is in force as before. `until` is steady time, as
    /// in `PINCheck`.
    case temporarilyBlocked(until: Date)
    /// All attempts are spent, for good.
    case permanentlyBlocked
    /// It is not known yet which PIN is in force: `pinChangeState()` is pending. The same call again goes on where this one ended, and so
    /// does `unlock(pin:)` with either PIN.
    case outcomeUnknown
}

/// Whether a PIN change is to be settled.
package enum PINChangeState: Sendable, Hashable {
    /// The PIN in force is the one that was last confirmed to the user.
    case none
    /// The provider has not confirmed which PIN is in force: entering the old or the new one settles it. One of them works, perhaps both;
    /// `certain` is the one of which that is known, nil when it is known of neither alone.
    case pending(certain: PINOfChange?)
}

/// One of the two PINs of a change.
package enum PINOfChange: String, Sendable, Hashable, CaseIterable {
    /// The one from before the change.
    case old
    /// The one that the change brings.
    case new
}
