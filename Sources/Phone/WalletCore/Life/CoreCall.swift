// SPDX-License-Identifier: EUPL-1.2

/// The calls of the core, and when each may be made. What is not allowed here is refused, and changes nothing (threat T-A1).
///
/// Calls that may be made at any time, such as `lock()` or `isInitialized()`, are not on the list: nothing refuses them.
package enum CoreCall: String, Sendable, Hashable, CaseIterable {
    case isDeviceRooted, biometricAvailability, initialize
    case hasRemotePIN, hasPID, isUnlocked, isBiometricUnlockEnabled, inactivityTimeout
    case receiveLink, pendingLink, discardPendingLink, takePendingLink
    case setLockStream, setConfigurationStream, setUpdatePolicyStream, applyUpdatePolicy
    case register
    case unlock, unlockWithBiometrics, isRevocationCodeConfirmed, pinChangeState
    case changePIN
    case revocationCode, confirmRevocationCode, enableBiometricUnlock, disableBiometricUnlock, setInactivityTimeout

    /// The least state in which it is answered.
    package var leastState: CoreState {
        switch self {
        case .isDeviceRooted, .biometricAvailability, .initialize: .waitingForInitialize
        case .hasRemotePIN, .hasPID, .isUnlocked, .isBiometricUnlockEnabled, .inactivityTimeout, .setLockStream, .setConfigurationStream,
            .setUpdatePolicyStream, .applyUpdatePolicy, .register,
            .receiveLink, .pendingLink, .discardPendingLink, .takePendingLink:
            .empty
        case .unlock, .unlockWithBiometrics, .isRevocationCodeConfirmed, .pinChangeState: .locked
        case .changePIN, .revocationCode, .confirmRevocationCode, .enableBiometricUnlock, .disableBiometricUnlock, .setInactivityTimeout:
            .unlocked
        }
    }

    /// The state after which it is not answered any more, and what is said then.
    package var last: (state: CoreState, refusal: WalletCoreError.Code)? {
        switch self {
        case .initialize: (.waitingForInitialize, .alreadyInitialized)
        case .register: (.empty, .alreadyRegistered)
        default: nil
        }
    }

    /// Whether a version of the app that the update policy blocks may make it (PF1.4): nothing that shows or changes what the wallet holds.
    package var servesBlockedVersions: Bool {
        switch self {
        case .isDeviceRooted, .biometricAvailability, .initialize, .hasRemotePIN, .hasPID, .isUnlocked, .isBiometricUnlockEnabled,
            .inactivityTimeout, .setLockStream, .setConfigurationStream, .setUpdatePolicyStream, .applyUpdatePolicy,
            .isRevocationCodeConfirmed, .pinChangeState:
            true
        case .register, .unlock, .unlockWithBiometrics, .changePIN, .revocationCode, .confirmRevocationCode, .enableBiometricUnlock,
            .disableBiometricUnlock, .setInactivityTimeout, .receiveLink, .pendingLink, .discardPendingLink, .takePendingLink:
            false
        }
    }
}
