// SPDX-License-Identifier: EUPL-1.2

/// The calls of the core, with the states that admit them. A call that is not admitted is refused and changes nothing (threat T-A1).
///
/// Calls that are always admitted, such as `lock()` or `isInitialized()`, are not listed.
package enum CoreCall: String, Sendable, Hashable, CaseIterable {
    case isDeviceRooted, biometricAvailability, initialize, wipe
    case hasRemotePIN, hasPID, isUnlocked, isBiometricUnlockEnabled, inactivityTimeout, language, setLanguage
    case checkConnections
    case receiveLink, pendingLink, discardPendingLink, takePendingLink, hasExpiredLink, confirmExpiredLinkShown
    case setLockStream, setConfigurationStream, setUpdatePolicyStream, applyUpdatePolicy, isUpdatePolicyExpired
    case setWalletStatusStream, determineWalletStatus, confirmRevocationShown
    case register
    case prepareUnlock, unlock, unlockWithBiometrics, isRevocationCodeConfirmed, refreshWalletStatus, pinChangeState
    case preparePINChange, changePIN
    case setCardsStream, cardDetails, deleteCard, refreshCardStatuses
    case events, event, noteReport, noteDeletionAsked, deleteEvent, deleteHistory, isHistoryKept, keepHistory, exportHistory
    case issuanceState, startIssuance, continueIssuance, resumeIssuance, acceptIssuance, cancelIssuance
    case sharingState, startSharing, approveSharing, sendSharing, stopSharing
    case cameraPermission, requestCameraPermission, scanCode, setCameraLight
    case pinRecoveryState, startPINRecovery, continuePINRecovery, resumePINRecovery, completePINRecovery, cancelPINRecovery
    case revocationCode, confirmRevocationCode, enableBiometricUnlock, confirmBiometricUnlock, disableBiometricUnlock
    case setInactivityTimeout
    case unreportedWrongTries, confirmWrongTriesShown, isPINPracticeDue, notePINPractice

    /// The lowest state that admits the call.
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
            .confirmWrongTriesShown, .confirmExpiredLinkShown,
            .pinRecoveryState, .startPINRecovery, .continuePINRecovery, .resumePINRecovery, .completePINRecovery, .cancelPINRecovery:
            .locked
        case .preparePINChange, .changePIN, .revocationCode, .confirmRevocationCode, .enableBiometricUnlock, .confirmBiometricUnlock,
            .disableBiometricUnlock, .setInactivityTimeout, .hasExpiredLink,
            .unreportedWrongTries, .isPINPracticeDue, .notePINPractice, .cardDetails, .deleteCard, .refreshCardStatuses,
            .events, .event, .noteReport, .noteDeletionAsked, .deleteEvent, .deleteHistory, .isHistoryKept, .keepHistory, .exportHistory,
            .issuanceState, .startIssuance, .continueIssuance, .resumeIssuance, .acceptIssuance, .cancelIssuance,
            .sharingState, .startSharing, .approveSharing, .sendSharing, .stopSharing,
            .cameraPermission, .requestCameraPermission, .scanCode, .setCameraLight:
            .unlocked
        }
    }

    /// The last state that admits the call, and the error in later states.
    package var last: (state: CoreState, refusal: WalletCoreError.Code)? {
        switch self {
        case .initialize: (.waitingForInitialize, .alreadyInitialized)
        case .register: (.empty, .alreadyRegistered)
        default: nil
        }
    }

    /// True if the call is admitted for a version that the update policy blocks (PF1.4): calls that neither show nor change the wallet's
    /// contents.
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
            .disableBiometricUnlock, .setInactivityTimeout, .unreportedWrongTries, .confirmWrongTriesShown, .isPINPracticeDue,
            .notePINPractice, .receiveLink, .pendingLink, .discardPendingLink, .takePendingLink, .hasExpiredLink, .confirmExpiredLinkShown,
            .cardDetails, .deleteCard, .refreshCardStatuses,
            .events, .event, .noteReport, .noteDeletionAsked, .deleteEvent, .deleteHistory, .isHistoryKept, .keepHistory, .exportHistory,
            .issuanceState, .startIssuance, .continueIssuance, .resumeIssuance, .acceptIssuance, .cancelIssuance,
            .sharingState, .startSharing, .approveSharing, .sendSharing, .stopSharing,
            .cameraPermission, .requestCameraPermission, .scanCode, .setCameraLight,
            .pinRecoveryState, .startPINRecovery, .continuePINRecovery, .resumePINRecovery, .completePINRecovery, .cancelPINRecovery:
            false
        }
    }

    /// True if the call is admitted while the update policy has expired: calls that do not unlock or create a wallet, change its PIN, or
    /// answer an organization. An unlocked wallet stays unlocked until it locks.
    package var servesExpiredPolicies: Bool {
        switch self {
        case .register, .unlock, .unlockWithBiometrics, .changePIN, .preparePINChange, .startPINRecovery, .continuePINRecovery,
            .resumePINRecovery, .completePINRecovery, .approveSharing:
            false
        default: true
        }
    }

    /// True if a revoked wallet accepts the call (PF2.10). Such a call neither shows nor changes the wallet's contents, and creates no
    /// wallet before the wipe. An app version that is blocked accepts the same calls.
    package var servesRevokedWallets: Bool { servesBlockedVersions }

    /// True if the call only prepares something: where it is refused it does nothing, and throws nothing.
    package var isSilent: Bool { self == .prepareUnlock || self == .preparePINChange }
}
