// SPDX-License-Identifier: EUPL-1.2

package import PlatformSupport
package import ProviderProtocol
package import WalletCore

/// What the app asks of the core. Flows depend on this, so that they can be tested without a phone.
///
/// Each call means what the member of `WalletCore` with the same name means.
package protocol Wallet: Sendable {
    /// Whether the core lived on from before this app was started.
    func isInitialized() async -> Bool
    /// Opens the store; no network. Throws store errors.
    func initialize() async throws
    /// Gets a core that lived on ready for this app: old streams end, the wallet is locked.
    func rebind() async
    /// Observes the lock: the state now, then every change.
    func setLockStream() async throws -> AsyncStream<LockState>
    /// The user has touched the glass or typed.
    func noteActivity() async
    /// Whether the device is rooted (UC1.2/2.2).
    func isDeviceRooted() async throws -> Bool
    /// Whether a remote PIN is set up (UC1.2/2.4).
    func hasRemotePIN() async throws -> Bool
    /// Whether the user has obtained a PID (UC2.3/1.5).
    func hasPID() async throws -> Bool
    /// Why a new PIN is too simple; nil when it is not (PF2.9/1.2).
    func policyViolation(of pin: PIN) -> PINPolicyViolation?
    /// Sets up the remote PIN (PF2.9/1.5); the wallet is unlocked afterwards. Safe to repeat with the same PIN.
    func register(pin: PIN) async throws
    /// The deletion code (UC2.1/1.6).
    func revocationCode() async throws -> RevocationCode
    /// The user wrote the deletion code down (UC2.1/1.6a).
    func confirmRevocationCode() async throws
    /// Whether the user wrote the deletion code down.
    func isRevocationCodeConfirmed() async throws -> Bool
    /// What the sensor can do (UC2.1/1.2).
    func biometricAvailability() async throws -> BiometricAvailability
    /// Whether biometric unlock is enabled (UC2.3/1.1).
    func isBiometricUnlockEnabled() async throws -> Bool
    /// Lets the system prompt, and enables biometric unlock (UC2.1/1.4). The prompt is in the user's language.
    func enableBiometricUnlock(prompt: String) async throws -> BiometricEnabling
    /// One scan (UC2.3/1.2).
    func unlockWithBiometrics(prompt: String) async throws -> BiometricUnlock
    /// Gets ready for a PIN: fetches the challenge ahead. Never fails.
    func prepareUnlock() async
    /// Checks the PIN and unlocks (PF2.8/1.1). Safe to repeat with the same PIN after an unknown outcome.
    func unlock(pin: PIN) async throws -> PINCheck
    /// Whether the wallet is unlocked now (UC1.2/3.2).
    func isUnlocked() async throws -> Bool
}
