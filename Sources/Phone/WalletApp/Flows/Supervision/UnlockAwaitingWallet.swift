// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import WalletConfiguration
import WalletInterface

/// The core as a running use case sees it: calls that need an unlocked wallet wait while it is locked.
///
/// This is the only place where a flow under the lock waits. A refusal with `locked` also proves that the wallet has locked, so the lock is raised
/// even before its report arrives. Calls that unlock do not wait.
struct UnlockAwaitingWallet: Wallet {
    let core: any Wallet
    let cover: LockCover

    /// Repeats a call after each unlock until it is no longer refused for the lock.
    private func whenOpen<Value: Sendable>(_ call: () async throws -> Value) async throws -> Value {
        while true {
            try await cover.lowered()
            do {
                return try await call()
            } catch let error as WalletCoreError where error.code == .locked {
                try Task.checkCancellation()
                cover.raise()
            }
        }
    }

    // MARK: Calls that need an unlocked wallet

    func revocationCode() async throws -> RevocationCode { try await whenOpen { try await core.revocationCode() } }
    func confirmRevocationCode() async throws { try await whenOpen { try await core.confirmRevocationCode() } }
    func enableBiometricUnlock(prompt: String) async throws -> BiometricEnabling {
        try await whenOpen { try await core.enableBiometricUnlock(prompt: prompt) }
    }
    func confirmBiometricUnlock() async throws -> Bool { try await whenOpen { try await core.confirmBiometricUnlock() } }
    func disableBiometricUnlock() async throws { try await whenOpen { try await core.disableBiometricUnlock() } }
    func changePIN(from oldPIN: PIN, to newPIN: PIN) async throws -> PINChangeOutcome {
        try await whenOpen { try await core.changePIN(from: oldPIN, to: newPIN) }
    }
    func cardDetails(_ id: CardID) async throws -> CardDetails? { try await whenOpen { try await core.cardDetails(id) } }
    func cardEvents(of card: CardID?, before: Int64?, limit: Int) async throws -> CardEvents {
        try await whenOpen { try await core.cardEvents(of: card, before: before, limit: limit) }
    }

    func issuanceState() async throws -> IssuanceState { try await whenOpen { try await core.issuanceState() } }
    func startIssuance() async throws -> IssuanceState { try await whenOpen { try await core.startIssuance() } }
    func returnFromLogin(_ link: LoginLink) async throws { try await whenOpen { try await core.returnFromLogin(link) } }
    func resumeIssuance() async throws -> IssuancePreview { try await whenOpen { try await core.resumeIssuance() } }
    func acceptIssuance(pin: PIN) async throws -> IssuanceOutcome { try await whenOpen { try await core.acceptIssuance(pin: pin) } }
    func cancelIssuance() async throws { try await whenOpen { try await core.cancelIssuance() } }

    func setInactivityTimeout(_ seconds: TimeInterval?) async throws {
        try await whenOpen { try await core.setInactivityTimeout(seconds) }
    }

    // MARK: Other calls

    func pinRecoveryState() async throws -> PINRecoveryState { try await core.pinRecoveryState() }
    func startPINRecovery() async throws -> PINRecoveryState { try await core.startPINRecovery() }
    func continuePINRecovery(_ link: LoginLink) async throws { try await core.continuePINRecovery(link) }
    func resumePINRecovery() async throws { try await core.resumePINRecovery() }
    func cancelPINRecovery() async throws { try await core.cancelPINRecovery() }
    func completePINRecovery(new pin: PIN) async throws -> PINRecoveryOutcome { try await core.completePINRecovery(new: pin) }

    func receive(link text: String) async throws -> LinkReception { try await core.receive(link: text) }
    func pendingLink() async throws -> PendingLink? { try await core.pendingLink() }
    func discardPendingLink(_ ticket: PendingLink.Ticket) async throws { try await core.discardPendingLink(ticket) }
    func takePendingLink(_ ticket: PendingLink.Ticket) async throws -> LinkDecision { try await core.takePendingLink(ticket) }
    func preparePINChange() async { await core.preparePINChange() }
    func pinChangeState() async throws -> PINChangeState { try await core.pinChangeState() }
    func inactivityTimeout() async throws -> TimeInterval { try await core.inactivityTimeout() }
    func language() async throws -> String? { try await core.language() }
    func setLanguage(_ language: String?) async throws { try await core.setLanguage(language) }

    func isInitialized() async -> Bool { await core.isInitialized() }
    func initialize() async throws { try await core.initialize() }
    func rebind() async { await core.rebind() }
    func wipe() async throws { try await core.wipe() }
    func setLockStream() async throws -> AsyncStream<LockState> { try await core.setLockStream() }
    func setConfigurationStream() async throws -> AsyncStream<AppConfiguration> { try await core.setConfigurationStream() }
    func setUpdatePolicyStream() async throws -> AsyncStream<UpdateVerdict> { try await core.setUpdatePolicyStream() }
    func setWalletStatusStream() async throws -> AsyncStream<WalletStatus> { try await core.setWalletStatusStream() }
    func setCardsStream() async throws -> AsyncStream<Cards> { try await core.setCardsStream() }
    func noteActivity() async { await core.noteActivity() }
    func lock(because reason: LockReason) async { await core.lock(because: reason) }
    func awaitAnswer(to question: LaunchQuestion) async { await core.awaitAnswer(to: question) }
    func applyUpdatePolicy() async throws -> UpdateVerdict { try await core.applyUpdatePolicy() }
    func isUpdatePolicyExpired() async throws -> Bool { try await core.isUpdatePolicyExpired() }
    func determineWalletStatus() async throws -> WalletStatus { try await core.determineWalletStatus() }
    func confirmRevocationShown() async throws { try await core.confirmRevocationShown() }
    func isDeviceRooted() async throws -> Bool { try await core.isDeviceRooted() }
    func hasRemotePIN() async throws -> Bool { try await core.hasRemotePIN() }
    func hasPID() async throws -> Bool { try await core.hasPID() }
    func policyViolation(of pin: PIN) -> PINPolicyViolation? { core.policyViolation(of: pin) }
    func register(pin: PIN) async throws { try await core.register(pin: pin) }
    func isRevocationCodeConfirmed() async throws -> Bool { try await core.isRevocationCodeConfirmed() }
    func biometricAvailability() async throws -> BiometricAvailability { try await core.biometricAvailability() }
    func isBiometricUnlockEnabled() async throws -> Bool { try await core.isBiometricUnlockEnabled() }
    func unlockWithBiometrics(prompt: String) async throws -> BiometricUnlock { try await core.unlockWithBiometrics(prompt: prompt) }
    func prepareUnlock() async { await core.prepareUnlock() }
    func unlock(pin: PIN) async throws -> PINCheck { try await core.unlock(pin: pin) }
    func isUnlocked() async throws -> Bool { try await core.isUnlocked() }
    func wrongTriesToTell() async throws -> Int { try await core.wrongTriesToTell() }
    func recentWrongTriesToTell() async throws -> RecentWrongTries? { try await core.recentWrongTriesToTell() }
    func confirmWrongTriesTold() async throws { try await core.confirmWrongTriesTold() }
    func isPINPracticeDue() async throws -> Bool { try await core.isPINPracticeDue() }
    func notePINPractice() async throws { try await core.notePINPractice() }
    func checkConnections() async throws -> Connections { try await core.checkConnections() }
    var lastCorrelationID: String? { core.lastCorrelationID }
}
