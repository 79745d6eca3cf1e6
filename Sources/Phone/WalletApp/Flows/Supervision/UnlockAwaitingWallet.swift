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

    /// Makes a call. If it needs an open wallet, it is made again after each unlock until the core does not refuse it for the lock.
    private func make<Value: Sendable>(_ call: CoreCall, _ body: () async throws -> Value) async throws -> Value {
        guard call.needsOpenWallet else { return try await body() }
        while true {
            try await cover.lowered()
            do {
                return try await body()
            } catch let error as WalletCoreError where error.code == .locked {
                try Task.checkCancellation()
                cover.raise()
            }
        }
    }

    // MARK: Calls that the table admits or refuses

    func revocationCode() async throws -> RevocationCode { try await make(.revocationCode) { try await core.revocationCode() } }
    func confirmRevocationCode() async throws { try await make(.confirmRevocationCode) { try await core.confirmRevocationCode() } }
    func enableBiometricUnlock(prompt: String) async throws -> BiometricEnabling {
        try await make(.enableBiometricUnlock) { try await core.enableBiometricUnlock(prompt: prompt) }
    }
    func confirmBiometricUnlock() async throws -> Bool {
        try await make(.confirmBiometricUnlock) { try await core.confirmBiometricUnlock() }
    }
    func disableBiometricUnlock() async throws { try await make(.disableBiometricUnlock) { try await core.disableBiometricUnlock() } }
    func changePIN(from oldPIN: PIN, to newPIN: PIN) async throws -> PINChangeOutcome {
        try await make(.changePIN) { try await core.changePIN(from: oldPIN, to: newPIN) }
    }
    func cardDetails(_ id: CardID) async throws -> CardDetails? { try await make(.cardDetails) { try await core.cardDetails(id) } }
    func cardEvents(of card: CardID?, before: Int64?, limit: Int) async throws -> CardEvents {
        try await make(.cardEvents) { try await core.cardEvents(of: card, before: before, limit: limit) }
    }
    func issuanceState() async throws -> IssuanceState { try await make(.issuanceState) { try await core.issuanceState() } }
    func startIssuance() async throws -> IssuanceState { try await make(.startIssuance) { try await core.startIssuance() } }
    func returnFromLogin(_ link: LoginLink) async throws { try await make(.continueIssuance) { try await core.returnFromLogin(link) } }
    func resumeIssuance() async throws -> IssuancePreview { try await make(.resumeIssuance) { try await core.resumeIssuance() } }
    func acceptIssuance(pin: PIN) async throws -> IssuanceOutcome {
        try await make(.acceptIssuance) { try await core.acceptIssuance(pin: pin) }
    }
    func cancelIssuance() async throws { try await make(.cancelIssuance) { try await core.cancelIssuance() } }
    func setInactivityTimeout(_ seconds: TimeInterval?) async throws {
        try await make(.setInactivityTimeout) { try await core.setInactivityTimeout(seconds) }
    }
    func pinRecoveryState() async throws -> PINRecoveryState { try await make(.pinRecoveryState) { try await core.pinRecoveryState() } }
    func startPINRecovery() async throws -> PINRecoveryState { try await make(.startPINRecovery) { try await core.startPINRecovery() } }
    func continuePINRecovery(_ link: LoginLink) async throws {
        try await make(.continuePINRecovery) { try await core.continuePINRecovery(link) }
    }
    func resumePINRecovery() async throws { try await make(.resumePINRecovery) { try await core.resumePINRecovery() } }
    func cancelPINRecovery() async throws { try await make(.cancelPINRecovery) { try await core.cancelPINRecovery() } }
    func completePINRecovery(new pin: PIN) async throws -> PINRecoveryOutcome {
        try await make(.completePINRecovery) { try await core.completePINRecovery(new: pin) }
    }
    func receive(link text: String) async throws -> LinkReception { try await make(.receiveLink) { try await core.receive(link: text) } }
    func pendingLink() async throws -> PendingLink? { try await make(.pendingLink) { try await core.pendingLink() } }
    func discardPendingLink(_ ticket: PendingLink.Ticket) async throws {
        try await make(.discardPendingLink) { try await core.discardPendingLink(ticket) }
    }
    func takePendingLink(_ ticket: PendingLink.Ticket) async throws -> LinkDecision {
        try await make(.takePendingLink) { try await core.takePendingLink(ticket) }
    }
    func pinChangeState() async throws -> PINChangeState { try await make(.pinChangeState) { try await core.pinChangeState() } }
    func inactivityTimeout() async throws -> TimeInterval { try await make(.inactivityTimeout) { try await core.inactivityTimeout() } }
    func language() async throws -> String? { try await make(.language) { try await core.language() } }
    func setLanguage(_ language: String?) async throws { try await make(.setLanguage) { try await core.setLanguage(language) } }
    func initialize() async throws { try await make(.initialize) { try await core.initialize() } }
    func wipe() async throws { try await make(.wipe) { try await core.wipe() } }
    func setLockStream() async throws -> AsyncStream<LockState> { try await make(.setLockStream) { try await core.setLockStream() } }
    func setConfigurationStream() async throws -> AsyncStream<AppConfiguration> {
        try await make(.setConfigurationStream) { try await core.setConfigurationStream() }
    }
    func setUpdatePolicyStream() async throws -> AsyncStream<UpdateVerdict> {
        try await make(.setUpdatePolicyStream) { try await core.setUpdatePolicyStream() }
    }
    func setWalletStatusStream() async throws -> AsyncStream<WalletStatus> {
        try await make(.setWalletStatusStream) { try await core.setWalletStatusStream() }
    }
    func setCardsStream() async throws -> AsyncStream<Cards> { try await make(.setCardsStream) { try await core.setCardsStream() } }
    func applyUpdatePolicy() async throws -> UpdateVerdict { try await make(.applyUpdatePolicy) { try await core.applyUpdatePolicy() } }
    func isUpdatePolicyExpired() async throws -> Bool { try await make(.isUpdatePolicyExpired) { try await core.isUpdatePolicyExpired() } }
    func determineWalletStatus() async throws -> WalletStatus {
        try await make(.determineWalletStatus) { try await core.determineWalletStatus() }
    }
    func confirmRevocationShown() async throws { try await make(.confirmRevocationShown) { try await core.confirmRevocationShown() } }
    func isDeviceRooted() async throws -> Bool { try await make(.isDeviceRooted) { try await core.isDeviceRooted() } }
    func hasRemotePIN() async throws -> Bool { try await make(.hasRemotePIN) { try await core.hasRemotePIN() } }
    func hasPID() async throws -> Bool { try await make(.hasPID) { try await core.hasPID() } }
    func register(pin: PIN) async throws { try await make(.register) { try await core.register(pin: pin) } }
    func isRevocationCodeConfirmed() async throws -> Bool {
        try await make(.isRevocationCodeConfirmed) { try await core.isRevocationCodeConfirmed() }
    }
    func biometricAvailability() async throws -> BiometricAvailability {
        try await make(.biometricAvailability) { try await core.biometricAvailability() }
    }
    func isBiometricUnlockEnabled() async throws -> Bool {
        try await make(.isBiometricUnlockEnabled) { try await core.isBiometricUnlockEnabled() }
    }
    func unlockWithBiometrics(prompt: String) async throws -> BiometricUnlock {
        try await make(.unlockWithBiometrics) { try await core.unlockWithBiometrics(prompt: prompt) }
    }
    func unlock(pin: PIN) async throws -> PINCheck { try await make(.unlock) { try await core.unlock(pin: pin) } }
    func isUnlocked() async throws -> Bool { try await make(.isUnlocked) { try await core.isUnlocked() } }
    func wrongTriesToTell() async throws -> Int { try await make(.wrongTriesToTell) { try await core.wrongTriesToTell() } }
    func recentWrongTriesToTell() async throws -> RecentWrongTries? {
        try await make(.wrongTriesToTell) { try await core.recentWrongTriesToTell() }
    }
    func confirmWrongTriesTold() async throws { try await make(.confirmWrongTriesTold) { try await core.confirmWrongTriesTold() } }
    func isPINPracticeDue() async throws -> Bool { try await make(.isPINPracticeDue) { try await core.isPINPracticeDue() } }
    func notePINPractice() async throws { try await make(.notePINPractice) { try await core.notePINPractice() } }
    func checkConnections() async throws -> Connections { try await make(.checkConnections) { try await core.checkConnections() } }

    // MARK: Calls that are never refused

    func preparePINChange() async { await core.preparePINChange() }
    func isInitialized() async -> Bool { await core.isInitialized() }
    func rebind() async { await core.rebind() }
    func noteActivity() async { await core.noteActivity() }
    func lock(because reason: LockReason) async { await core.lock(because: reason) }
    func awaitAnswer(to question: LaunchQuestion) async { await core.awaitAnswer(to: question) }
    func policyViolation(of pin: PIN) -> PINPolicyViolation? { core.policyViolation(of: pin) }
    func prepareUnlock() async { await core.prepareUnlock() }
    var lastCorrelationID: String? { core.lastCorrelationID }
}
