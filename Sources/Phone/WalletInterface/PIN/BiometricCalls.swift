// SPDX-License-Identifier: EUPL-1.2

package import PlatformSupport

/// The unlock by face or finger (UC2.3).
package protocol BiometricCalls: Sendable {
    /// Returns the state of the sensor (UC2.1/1.2).
    func biometricAvailability() async throws -> BiometricAvailability
    /// Returns true if biometric unlock is enabled (UC2.3/1.1).
    func isBiometricUnlockEnabled() async throws -> Bool
    /// Unlocks with one scan (UC2.3/1.2).
    func unlockWithBiometrics(prompt: BiometricPrompt) async throws -> BiometricUnlockResult
}

/// The calls about biometric unlock that need an unlocked wallet (UC2.2).
package protocol UnlockedBiometricCalls: Sendable {
    /// Shows the system's prompt, with texts in the user's language (UC2.1/1.4, UC2.2/1.2). Biometric unlock is not enabled yet.
    func enableBiometricUnlock(prompt: BiometricPrompt) async throws -> BiometricEnabling
    /// Enables biometric unlock after a matching scan and the PIN (UC2.2/1.3a). Returns true if it is enabled.
    func confirmBiometricUnlock() async throws -> Bool
    /// Disables biometric unlock (UC2.2/1.1b). Idempotent.
    func disableBiometricUnlock() async throws
}
