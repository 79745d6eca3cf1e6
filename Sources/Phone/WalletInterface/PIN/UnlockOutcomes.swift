// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The outcome of a PIN check (PF2.8/1.1). A wrong PIN is an outcome, not an error.
package enum PINCheck: Sendable, Hashable {
    /// The PIN is right; the wallet is unlocked.
    case valid
    /// The PIN is wrong.
    /// - attemptsLeftInRound: 1…3 with the protocol's policy.
    case invalid(attemptsLeftInRound: Int, isFinalRound: Bool)
    /// A delay runs; nothing was checked. `until` is monotonic time (`ClockBridge.steadyNow`), computed from the remaining time that the
    /// provider gave.
    case temporarilyBlocked(until: Date)
    /// No attempts are left, permanently.
    case permanentlyBlocked
    /// The provider received the PIN before but has lost its verdict; the attempt may have been counted. The user must enter the PIN again.
    case outcomeUnknown
}

/// The outcome of the prompt that enables biometric unlock (UC2.1/1.4, UC2.2/1.2).
package enum BiometricEnabling: Sendable, Hashable {
    /// The scan matched; `confirmBiometricUnlock` enables biometric unlock. Also if it was enabled before.
    case proven
    /// The user left the prompt, no scan matched, or the phone's key store or sensor failed; nothing changed.
    case rejected
    /// There is no sensor or no enrolment any more; nothing changed.
    case unavailable
}
