// SPDX-License-Identifier: EUPL-1.2

/// The calls of the core, and when each may be made. What is not allowed here is refused, and changes nothing (threat T-A1).
///
/// Calls that may be made at any time, such as `lock()` or `isInitialized()`, are not on the list: nothing refuses them.
package enum CoreCall: String, Sendable, Hashable, CaseIterable {
    case isDeviceRooted, biometricAvailability, initialize, wipe
    case hasRemotePIN, hasPID, isUnlocked, isBiometricUnlockEnabled, inactivityTimeout, language, setLanguage
    case checkConnections
    case receiveLink, pendingLink, discardPendingLink, takePendingLink
    case setLockStream, setConfigurationStream, setUpdatePolicyStream, applyUpdatePolicy, isUpdatePolicyExpired
    case setWalletStatusStream, determineWalletStatus, confirmRevocationShown
    case register
    case prepareUnlock, unlock, unlockWithBiometrics, isRevocationCodeConfirmed, refreshWalletStatus, pinChangeState
    case preparePINChange, changePIN
    case setCardsStream, cardDetails, cardEvents, refreshCardStatuses
    case issuanceState, startIssuance, continueIssuance, resumeIssuance, acceptIssuance, cancelIssuance
    case pinRecoveryState, startPINRecovery, continuePINRecovery, resumePINRecovery, completePINRecovery, cancelPINRecovery
    case revocationCode, confirmRevocationCode, enableBiometricUnlock, confirmBiometricUnlock, disableBiometricUnlock
    case setInactivityTimeout
    case wrongTriesToTell, confirmWrongTriesTold, isPINPracticeDue, notePINPractice

    /// The least state in which it is answered.
    package var leastState: CoreState {
        switch self {
        case .isDeviceRooted, .biometricAvailability, .initialize, .wipe: .waitingForInitialize
        case .hasRemotePIN, .hasPID, .isUnlocked, .isBiometricUnlockEnabled, .inactivityTimeout, .language, .setLanguage,
            .setLockStream, .setConfigurationStream,
            .setUpdatePolicyStream, .applyUpdatePolicy, .isUpdatePolicyExpired, .setWalletStatusStream, .determineWalletStatus,
            .confirmRevocationShown, .register,
            .receiveLink, .pendingLink, .discardPendingLink, .takePendingLink, .checkConnections, .setCardsStream:
            .empty
        case .prepareUnlock, .unlock, .unlockWithBiometrics, .isRevocationCodeConfirmed, .refreshWalletStatus, .pinChangeState,
            .confirmWrongTriesTold,
            .pinRecoveryState, .startPINRecovery, .continuePINRecovery, .resumePINRecovery, .completePINRecovery, .cancelPINRecovery:
            .locked
        case .preparePINChange, .changePIN, .revocationCode, .confirmRevocationCode, .enableBiometricUnlock, .confirmBiometricUnlock,
            .disableBiometricUnlock, .setInactivityTimeout,
            .wrongTriesToTell, .isPINPracticeDue, .notePINPractice, .cardDetails, .cardEvents, .refreshCardStatuses, .issuanceState,
            .startIssuance, .continueIssuance, .resumeIssuance, .acceptIssuance, .cancelIssuance:
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
        case .isDeviceRooted, .biometricAvailability, .initialize, .wipe, .hasRemotePIN, .hasPID, .isUnlocked, .isBiometricUnlockEnabled,
            .inactivityTimeout, .language, .setLanguage, .setLockStream, .setConfigurationStream, .setUpdatePolicyStream,
            .applyUpdatePolicy, .isUpdatePolicyExpired,
            .setWalletStatusStream, .determineWalletStatus, .confirmRevocationShown, .refreshWalletStatus, .isRevocationCodeConfirmed,
            .pinChangeState, .checkConnections, .setCardsStream:
            true
        case .register, .prepareUnlock, .unlock, .unlockWithBiometrics, .preparePINChange, .changePIN, .revocationCode,
            .confirmRevocationCode, .enableBiometricUnlock, .confirmBiometricUnlock,
            .disableBiometricUnlock, .setInactivityTimeout, .wrongTriesToTell, .confirmWrongTriesTold, .isPINPracticeDue, .notePINPractice,
            .receiveLink, .pendingLink, .discardPendingLink, .takePendingLink, .cardDetails, .cardEvents, .refreshCardStatuses,
            .issuanceState, .startIssuance, .continueIssuance, .resumeIssuance, .acceptIssuance, .cancelIssuance, .pinRecoveryState,
            .startPINRecovery, .continuePINRecovery, .resumePINRecovery, .completePINRecovery, .cancelPINRecovery:
            false
        }
    }

    /// Whether it is answered while the update policy has expired and was not renewed yet: nothing that opens a wallet, makes one or gives it
    /// another PIN. A wallet that is open already stays open until it locks.
    package var servesExpiredPolicies: Bool {
        switch self {
        case .register, .unlock, .unlockWithBiometrics, .changePIN, .preparePINChange, .startPINRecovery, .continuePINRecovery,
            .resumePINRecovery, .completePINRecovery:
            false
        default: true
        }
    }

    /// Whether it is answered while the wallet is revoked (PF2.10): nothing that shows or changes what the wallet holds, and no new wallet
    /// before this one is wiped. These are the calls that a blocked version may make.
    package var servesRevokedWallets: Bool { servesBlockedVersions }
}
