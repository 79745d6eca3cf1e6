// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

extension WalletBench {
    /// Makes a call with harmless arguments.
    ///
    /// - Returns: false if the protocol does not have the call.
    package func make(_ call: CoreCall, of wallet: any Wallet) async throws -> Bool {
        switch call {
        case .refreshWalletStatus, .refreshCardStatuses: return false
        case .isDeviceRooted: _ = try await wallet.isDeviceRooted()
        case .biometricAvailability: _ = try await wallet.biometricAvailability()
        case .initialize: try await wallet.initialize()
        case .wipe: try await wallet.wipe()
        case .hasRemotePIN: _ = try await wallet.hasRemotePIN()
        case .hasPID: _ = try await wallet.hasPID()
        case .isUnlocked: _ = try await wallet.isUnlocked()
        case .isBiometricUnlockEnabled: _ = try await wallet.isBiometricUnlockEnabled()
        case .inactivityTimeout: _ = try await wallet.inactivityTimeout()
        case .language: _ = try await wallet.language()
        case .setLanguage: try await wallet.setLanguage("nl")
        case .checkConnections: _ = try await wallet.checkConnections()
        case .receiveLink: _ = try await wallet.receive(link: "https://elsewhere.example/")
        case .pendingLink: _ = try await wallet.pendingLink()
        case .discardPendingLink: try await wallet.discardPendingLink(PendingLink.Ticket(name: "none"))
        case .takePendingLink: _ = try await wallet.takePendingLink(PendingLink.Ticket(name: "none"))
        case .setLockStream: _ = try await wallet.setLockStream()
        case .setConfigurationStream: _ = try await wallet.setConfigurationStream()
        case .setUpdatePolicyStream: _ = try await wallet.setUpdatePolicyStream()
        case .setWalletStatusStream: _ = try await wallet.setWalletStatusStream()
        case .setCardsStream: _ = try await wallet.setCardsStream()
        case .applyUpdatePolicy: _ = try await wallet.applyUpdatePolicy()
        case .isUpdatePolicyExpired: _ = try await wallet.isUpdatePolicyExpired()
        case .determineWalletStatus: _ = try await wallet.determineWalletStatus()
        case .confirmRevocationShown: try await wallet.confirmRevocationShown()
        case .register: try await wallet.register(pin: pin)
        case .prepareUnlock: await wallet.prepareUnlock()
        case .preparePINChange: await wallet.preparePINChange()
        default: return try await makeWithWallet(call, of: wallet)
        }
        return true
    }

    /// The calls that need a registered wallet.
    private func makeWithWallet(_ call: CoreCall, of wallet: any Wallet) async throws -> Bool {
        switch call {
        case .unlock: _ = try await wallet.unlock(pin: pin)
        case .unlockWithBiometrics: _ = try await wallet.unlockWithBiometrics(prompt: "")
        case .isRevocationCodeConfirmed: _ = try await wallet.isRevocationCodeConfirmed()
        case .pinChangeState: _ = try await wallet.pinChangeState()
        case .changePIN: _ = try await wallet.changePIN(from: pin, to: otherPIN)
        case .cardDetails: _ = try await wallet.cardDetails(CardID("none"))
        case .cardEvents: _ = try await wallet.cardEvents(of: nil, before: nil, limit: 10)
        case .issuanceState: _ = try await wallet.issuanceState()
        case .startIssuance: _ = try await wallet.startIssuance()
        case .continueIssuance: try await wallet.returnFromLogin(foreignLink)
        case .resumeIssuance: _ = try await wallet.resumeIssuance()
        case .acceptIssuance: _ = try await wallet.acceptIssuance(pin: pin)
        case .cancelIssuance: try await wallet.cancelIssuance()
        case .pinRecoveryState: _ = try await wallet.pinRecoveryState()
        case .startPINRecovery: _ = try await wallet.startPINRecovery()
        case .continuePINRecovery: try await wallet.continuePINRecovery(foreignLink)
        case .resumePINRecovery: try await wallet.resumePINRecovery()
        case .completePINRecovery: _ = try await wallet.completePINRecovery(new: otherPIN)
        case .cancelPINRecovery: try await wallet.cancelPINRecovery()
        case .revocationCode: _ = try await wallet.revocationCode()
        case .confirmRevocationCode: try await wallet.confirmRevocationCode()
        case .enableBiometricUnlock: _ = try await wallet.enableBiometricUnlock(prompt: "")
        case .confirmBiometricUnlock: _ = try await wallet.confirmBiometricUnlock()
        case .disableBiometricUnlock: try await wallet.disableBiometricUnlock()
        case .setInactivityTimeout: try await wallet.setInactivityTimeout(60)
        case .wrongTriesToTell:
            _ = try await wallet.wrongTriesToTell()
            _ = try await wallet.recentWrongTriesToTell()
        case .confirmWrongTriesTold: try await wallet.confirmWrongTriesTold()
        case .isPINPracticeDue: _ = try await wallet.isPINPracticeDue()
        case .notePINPractice: try await wallet.notePINPractice()
        default: return false
        }
        return true
    }
}
