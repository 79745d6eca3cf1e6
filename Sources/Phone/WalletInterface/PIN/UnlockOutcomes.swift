// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The outcome of a PIN check (PF2.8/1.1). A wrong PIN is an outcome, not an error.
package enum PINCheck: Sendable, Hashable {
    /// The PIN is right; the wallet is unlocked.
    case valid
    /// The PIN is wrong.
    /// - attemptsLeftInRound: 1…3 with the protocol's policy.
    case invalid(attemptsLeftInRound: Int, isFinalRound: Bool)
    /// A delay runs; nothing was checked. `until` is monotonic time (`ClockBridge.steadyNow`), computed from the remaining time that the provider
    /// gave.
    case temporarilyBlocked(until: Date)
    /// No attempts are left, permanently.
    case permanentlyBlocked
    /// The provider received the PIN before but has lost its verdict; the attempt may have been counted. The user must enter the PIN again.
    case outcomeUnknown
}

/// The outcome of the scan that enables biometric unlock (UC2.1/1.4, UC2.2/1.2).
package enum BiometricEnabling: Sendable, Hashable {
    /// The scan matched; `confirmBiometricUnlock` enables biometric unlock. Also if it was enabled before.
    case proven
    /// The user rejected the prompt, or the scan did not match; nothing changed.
    case rejected
    /// The sensor or the enrolment is gone; nothing changed.
    case unavailable
}

/// The outcome of one scan for unlocking (UC2.3/1.2).
package enum BiometricUnlock: Sendable, Hashable {
    case unlocked
    case notRecognised
    /// Not recognised, and the sensor is now locked (UC2.3/1.2e); never on an iPhone.
    case notRecognisedForTheLastTime
    /// The user closed the prompt.
    case cancelled
    /// The app was not in the foreground, or left it during the scan: scan again when it returns.
    case interrupted
    /// Locked after too many failures; the device refused the scan.
    case lockedOut
    /// A face or finger was added or removed; biometric unlock is now disabled.
    case enrolmentChanged
    /// The provider's last status is older than the configuration permits, and the provider does not answer. Only the PIN unlocks, since the
    /// provider itself checks it. No scan took place; biometric unlock stays enabled.
    case statusTooOld
    /// Biometric unlock was disabled in the meantime, because the wallet was permanently blocked or by the user: only the PIN is left. No scan took
    /// place, or it does not count.
    case disabled
    /// The configuration disables biometric unlock: only the PIN unlocks. No scan took place; the user's preference stays.
    case notOffered
    /// A PIN change must be resolved first, with a PIN; no scan took place, or it does not count.
    case pinChangePending
}
