// SPDX-License-Identifier: EUPL-1.2

package import PlatformSupport

/// The outcome of one prompt for unlocking (UC2.3/1.2).
package enum BiometricUnlock: Sendable, Hashable {
    case unlocked
    /// The user closed the prompt.
    case cancelled
    /// The user chose the PIN in the prompt.
    case fallback
    /// The system ended the prompt after mismatches.
    case notRecognised
    /// The app was not in the foreground, or left it during the prompt: prompt again when it returns.
    case interrupted
    /// The phone's key store or sensor failed, or the prompt did not end in time. Biometric unlock stays enabled.
    case failed
    /// The sensor is locked after too many failures, in this prompt or earlier.
    case lockedOut
    /// A face or finger was added or removed; biometric unlock is now disabled.
    case enrolmentChanged
    /// The provider's last status is older than the configuration permits, and the provider does not answer. Only the PIN unlocks, since
    /// the provider itself checks it. No prompt was shown; biometric unlock stays enabled.
    case statusTooOld
    /// Biometric unlock was disabled in the meantime, because the wallet was permanently blocked or by the user: only the PIN is left. No
    /// prompt was shown, or its scan does not count.
    case disabled
    /// The configuration disables biometric unlock: only the PIN unlocks. No prompt was shown; the user's preference stays.
    case notOffered
    /// A PIN change must be resolved first, with a PIN; no prompt was shown, or its scan does not count.
    case pinChangePending
}

/// The outcome of one prompt for unlocking, and the messages that the system showed in the prompt.
package struct BiometricUnlockResult: Sendable, Hashable {
    package let outcome: BiometricUnlock
    /// Empty if no prompt was shown; see `BiometricPromptResult`.
    package let shown: [BiometricPromptMessage]

    package init(_ outcome: BiometricUnlock, after shown: [BiometricPromptMessage] = []) {
        self.outcome = outcome
        self.shown = shown
    }
}
