// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
package import WalletInterface

/// A call of the conformance suite, with the wallet that it needs. The closure takes the protocol that declares the call, so the compiler proves the
/// need, which the suite compares with the core's table of admissions.
package struct BenchCall: Sendable {
    /// The least state of a wallet that answers a call.
    package enum Need: Sendable, Hashable {
        /// No wallet.
        case nothing
        /// A wallet that may be locked.
        case wallet
        /// An unlocked wallet.
        case unlocked

        /// The wallet that a state has.
        init(_ state: CoreState) { self = state == .unlocked ? .unlocked : state == .locked ? .wallet : .nothing }
    }

    package let need: Need
    /// True if the call does nothing, instead of throwing, where it is refused.
    package let isSilent: Bool
    /// Makes the call with harmless arguments.
    package let make: @Sendable (any Wallet & UnlockedWallet) async throws -> Void

    /// A call that does not need an unlocked wallet.
    fileprivate static func call(_ need: Need, _ make: @escaping @Sendable (any Wallet) async throws -> Void) -> BenchCall {
        BenchCall(need: need, isSilent: false) { try await make($0) }
    }

    /// A call that needs an unlocked wallet.
    fileprivate static func unlocked(_ make: @escaping @Sendable (any UnlockedWallet) async throws -> Void) -> BenchCall {
        BenchCall(need: .unlocked, isSilent: false) { try await make($0) }
    }

    /// A silent call, which the app can make without knowing the state of the wallet.
    fileprivate static func silent(_ need: Need, _ make: @escaping @Sendable (any Wallet) async -> Void) -> BenchCall {
        BenchCall(need: need, isSilent: true) { await make($0) }
    }
}

extension WalletBench {
    private var prompt: BiometricPrompt { BiometricPrompt(title: "Wallet", reason: "Try the sensor", fallback: "PIN") }

    private var contact: EventContact { EventContact(body: .helpDesk, way: .page, name: nil) }

    /// An approval of an offer that no session has.
    var foreignApproval: SharingApproval {
        SharingApproval(offer: SharingOffer.ID(digest: [UInt8](repeating: 0, count: 32)), choice: SharingChoice([:]), acceptedWarnings: [])
    }

    /// Returns a call of the protocols; nil for a call that they do not have.
    package func call(_ call: CoreCall) -> BenchCall? {
        switch call {
        case .isDeviceRooted: .call(.nothing) { _ = try await $0.isDeviceRooted() }
        case .biometricAvailability: .call(.nothing) { _ = try await $0.biometricAvailability() }
        case .initialize: .call(.nothing) { try await $0.initialize() }
        case .wipe: .call(.nothing) { try await $0.wipe() }
        case .hasRemotePIN: .call(.nothing) { _ = try await $0.hasRemotePIN() }
        case .hasPID: .call(.nothing) { _ = try await $0.hasPID() }
        case .isUnlocked: .call(.nothing) { _ = try await $0.isUnlocked() }
        case .isBiometricUnlockEnabled: .call(.nothing) { _ = try await $0.isBiometricUnlockEnabled() }
        case .inactivityTimeout: .call(.nothing) { _ = try await $0.inactivityTimeout() }
        case .language: .call(.nothing) { _ = try await $0.language() }
        case .setLanguage: .call(.nothing) { try await $0.setLanguage("nl") }
        case .checkConnections: .call(.nothing) { _ = try await $0.checkConnections() }
        case .receiveLink: .call(.nothing) { _ = try await $0.receive(link: "https://elsewhere.example/") }
        case .pendingLink: .call(.nothing) { _ = try await $0.pendingLink() }
        case .discardPendingLink: .call(.nothing) { try await $0.discardPendingLink(PendingLink.Ticket(name: "none")) }
        case .takePendingLink: .call(.nothing) { _ = try await $0.takePendingLink(PendingLink.Ticket(name: "none")) }
        case .confirmExpiredLinkShown: .call(.wallet) { try await $0.confirmExpiredLinkShown() }
        case .hasExpiredLink: .unlocked { _ = try await $0.hasExpiredLink() }
        case .setLockStream: .call(.nothing) { _ = try await $0.setLockStream() }
        case .setConfigurationStream: .call(.nothing) { _ = try await $0.setConfigurationStream() }
        case .setUpdatePolicyStream: .call(.nothing) { _ = try await $0.setUpdatePolicyStream() }
        case .setWalletStatusStream: .call(.nothing) { _ = try await $0.setWalletStatusStream() }
        case .setCardsStream: .call(.nothing) { _ = try await $0.setCardsStream() }
        case .applyUpdatePolicy: .call(.nothing) { _ = try await $0.applyUpdatePolicy() }
        case .isUpdatePolicyExpired: .call(.nothing) { _ = try await $0.isUpdatePolicyExpired() }
        case .determineWalletStatus: .call(.nothing) { _ = try await $0.determineWalletStatus() }
        case .confirmRevocationShown: .call(.nothing) { try await $0.confirmRevocationShown() }
        case .register: .call(.nothing) { try await $0.register(pin: pin) }
        case .prepareUnlock: .silent(.wallet) { await $0.prepareUnlock() }
        case .preparePINChange: .silent(.unlocked) { await $0.preparePINChange() }
        case .unlock: .call(.wallet) { _ = try await $0.unlock(pin: pin) }
        case .unlockWithBiometrics: .call(.wallet) { _ = try await $0.unlockWithBiometrics(prompt: prompt) }
        case .isRevocationCodeConfirmed: .call(.wallet) { _ = try await $0.isRevocationCodeConfirmed() }
        case .pinChangeState: .call(.wallet) { _ = try await $0.pinChangeState() }
        case .pinRecoveryState: .call(.wallet) { _ = try await $0.pinRecoveryState() }
        case .startPINRecovery: .call(.wallet) { _ = try await $0.startPINRecovery() }
        case .continuePINRecovery: .call(.wallet) { try await $0.continuePINRecovery(foreignLink) }
        case .resumePINRecovery: .call(.wallet) { try await $0.resumePINRecovery() }
        case .completePINRecovery: .call(.wallet) { _ = try await $0.completePINRecovery(new: otherPIN) }
        case .cancelPINRecovery: .call(.wallet) { try await $0.cancelPINRecovery() }
        case .confirmWrongTriesShown: .call(.wallet) { try await $0.confirmWrongTriesShown() }
        case .changePIN: .unlocked { _ = try await $0.changePIN(from: pin, to: otherPIN) }
        case .cardDetails: .unlocked { _ = try await $0.cardDetails(CardID("none")) }
        case .deleteCard: .unlocked { try await $0.deleteCard(CardID("none")) }
        case .events: .unlocked { _ = try await $0.events(of: nil, before: nil, limit: 10) }
        case .event: .unlocked { _ = try await $0.event(1) }
        case .noteReport: .unlocked { try await $0.noteReport(.session, to: contact) }
        case .noteDeletionAsked: .unlocked { try await $0.noteDeletionAsked(of: 1, by: contact) }
        case .deleteEvent: .unlocked { try await $0.deleteEvent(1) }
        case .deleteHistory: .unlocked { try await $0.deleteHistory() }
        case .isHistoryKept: .unlocked { _ = try await $0.isHistoryKept() }
        case .keepHistory: .unlocked { try await $0.keepHistory(true) }
        case .exportHistory: .unlocked { _ = try await $0.exportHistory(in: "en") { $0.kind.rawValue } }
        case .issuanceState: .unlocked { _ = try await $0.issuanceState() }
        case .startIssuance: .unlocked { _ = try await $0.startIssuance() }
        case .continueIssuance: .unlocked { try await $0.returnFromLogin(foreignLink) }
        case .resumeIssuance: .unlocked { _ = try await $0.resumeIssuance() }
        case .acceptIssuance: .unlocked { _ = try await $0.acceptIssuance(pin: pin) }
        case .cancelIssuance: .unlocked { try await $0.cancelIssuance() }
        case .sharingState: .unlocked { _ = try await $0.sharingState() }
        case .startSharing: .unlocked { _ = try await $0.startSharing(foreignLink, arrivedBy: .sameDevice) }
        case .approveSharing: .unlocked { _ = try await $0.approveSharing(foreignApproval, pin: pin) }
        case .sendSharing: .unlocked { _ = try await $0.sendSharing() }
        case .stopSharing: .unlocked { _ = try await $0.stopSharing() }
        case .cameraPermission: .unlocked { _ = try await $0.cameraPermission() }
        case .requestCameraPermission: .unlocked { _ = try await $0.requestCameraPermission() }
        case .scanCode: .unlocked { _ = try await $0.scanCode(ignoring: nil) }
        case .setCameraLight: .unlocked { _ = try await $0.setCameraLight(false) }
        case .revocationCode: .unlocked { _ = try await $0.revocationCode() }
        case .confirmRevocationCode: .unlocked { try await $0.confirmRevocationCode() }
        case .enableBiometricUnlock: .unlocked { _ = try await $0.enableBiometricUnlock(prompt: prompt) }
        case .confirmBiometricUnlock: .unlocked { _ = try await $0.confirmBiometricUnlock() }
        case .disableBiometricUnlock: .unlocked { try await $0.disableBiometricUnlock() }
        case .setInactivityTimeout: .unlocked { try await $0.setInactivityTimeout(60) }
        case .isPINPracticeDue: .unlocked { _ = try await $0.isPINPracticeDue() }
        case .notePINPractice: .unlocked { try await $0.notePINPractice() }
        case .unreportedWrongTries:
            .unlocked {
                _ = try await $0.unreportedWrongTries()
                _ = try await $0.unreportedRecentWrongTries()
            }
        case .refreshWalletStatus, .refreshCardStatuses: nil
        }
    }
}
