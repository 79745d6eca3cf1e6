// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import PlatformSupport
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// Every call in every state (threat T-A1): a forbidden call is refused with the state's reason, and changes and sends nothing.
struct StateMatrixTests {
    /// A cell of the matrix.
    struct Cell: CustomTestStringConvertible {
        let state: CoreState
        let call: CoreCall
        var testDescription: String { "\(call) while \(state)" }
    }

    static let cells = CoreState.allCases.flatMap { state in CoreCall.allCases.map { Cell(state: state, call: $0) } }

    /// Returns a core in a state.
    static func core(in state: CoreState, on phone: Phone) async throws -> WalletCore {
        switch state {
        case .waitingForPlatform: return WalletCore(embedded: phone.provider.embedded)
        case .waitingForInitialize: return try await phone.process()
        case .empty: return try await phone.launch()
        case .locked:
            let core = try await phone.registered()
            await core.lock()
            return core
        case .unlocked: return try await phone.registered()
        }
    }

    /// Makes a call.
    static func make(_ call: CoreCall, of core: WalletCore) async throws {
        switch call {
        case .isDeviceRooted: _ = try await core.isDeviceRooted()
        case .biometricAvailability: _ = try await core.biometricAvailability()
        case .initialize: try await core.initialize()
        case .wipe: try await core.wipe()
        case .setWalletStatusStream: _ = try await core.setWalletStatusStream()
        case .determineWalletStatus: _ = try await core.determineWalletStatus()
        case .confirmRevocationShown: try await core.confirmRevocationShown()
        case .refreshWalletStatus: _ = try await core.refreshWalletStatus()
        case .hasRemotePIN: _ = try await core.hasRemotePIN()
        case .hasPID: _ = try await core.hasPID()
        case .isUnlocked: _ = try await core.isUnlocked()
        case .isBiometricUnlockEnabled: _ = try await core.isBiometricUnlockEnabled()
        case .inactivityTimeout: _ = try await core.inactivityTimeout()
        case .language: _ = try await core.language()
        case .setLanguage: try await core.setLanguage("nl")
        case .setLockStream: _ = try await core.setLockStream()
        case .receiveLink: _ = try await core.receive(link: "https://wallet.example/link/disclosure")
        case .pendingLink: _ = try await core.pendingLink()
        case .discardPendingLink: try await core.discardPendingLink(PendingLink.Ticket(name: "none"))
        case .takePendingLink: _ = try await core.takePendingLink(PendingLink.Ticket(name: "none"))
        case .setConfigurationStream: _ = try await core.setConfigurationStream()
        case .setUpdatePolicyStream: _ = try await core.setUpdatePolicyStream()
        case .applyUpdatePolicy: _ = try await core.applyUpdatePolicy()
        case .isUpdatePolicyExpired: _ = try await core.isUpdatePolicyExpired()
        case .register: try await core.register(pin: Phone.pin())
        case .prepareUnlock: await core.prepareUnlock()
        case .preparePINChange: await core.preparePINChange()
        case .unlock: _ = try await core.unlock(pin: Phone.pin())
        case .unlockWithBiometrics: _ = try await core.unlockWithBiometrics(prompt: "")
        case .isRevocationCodeConfirmed: _ = try await core.isRevocationCodeConfirmed()
        case .pinChangeState: _ = try await core.pinChangeState()
        case .changePIN: _ = try await core.changePIN(from: Phone.pin(), to: Phone.otherPIN())
        case .revocationCode: _ = try await core.revocationCode()
        case .confirmRevocationCode: try await core.confirmRevocationCode()
        case .enableBiometricUnlock: _ = try await core.enableBiometricUnlock(prompt: "")
        case .confirmBiometricUnlock: _ = try await core.confirmBiometricUnlock()
        case .disableBiometricUnlock: try await core.disableBiometricUnlock()
        case .setInactivityTimeout: try await core.setInactivityTimeout(60)
        case .wrongTriesToTell: _ = try await core.wrongTriesToTell()
        case .confirmWrongTriesTold: try await core.confirmWrongTriesTold()
        case .isPINPracticeDue: _ = try await core.isPINPracticeDue()
        case .notePINPractice: try await core.notePINPractice()
        case .checkConnections: _ = try await core.checkConnections()
        case .setCardsStream: _ = try await core.setCardsStream()
        case .cardDetails: _ = try await core.cardDetails(CardID("none"))
        case .cardEvents: _ = try await core.cardEvents()
        case .refreshCardStatuses: _ = try await core.refreshCardStatuses()
        case .issuanceState: _ = try await core.issuanceState()
        case .startIssuance: _ = try await core.startIssuance()
        case .continueIssuance: _ = try await core.continueIssuance(anyLink())
        case .resumeIssuance: _ = try await core.resumeIssuance()
        case .acceptIssuance: _ = try await core.acceptIssuance(pin: Phone.pin())
        case .cancelIssuance: try await core.cancelIssuance()
        case .pinRecoveryState: _ = try await core.pinRecoveryState()
        case .startPINRecovery: _ = try await core.startPINRecovery()
        case .continuePINRecovery: try await core.continuePINRecovery(anyLink())
        case .resumePINRecovery: try await core.resumePINRecovery()
        case .completePINRecovery: _ = try await core.completePINRecovery(new: Phone.otherPIN())
        case .cancelPINRecovery: try await core.cancelPINRecovery()
        }
    }

    /// Returns a link from a login that no session awaits.
    private static func anyLink() throws -> UniversalLink {
        try #require(UniversalLink(recognising: "https://wallet.example/link/authentication?code=a", by: .embedded))
    }

    /// Returns true for prefetching calls: where they are refused they do nothing and throw nothing.
    static func isSilent(_ call: CoreCall) -> Bool { call == .prepareUnlock || call == .preparePINChange }

    /// Returns the error of a call in a state; nil when it is admitted.
    static func refusal(of call: CoreCall, in state: CoreState) -> WalletCoreError.Code? {
        let allowed: ClosedRange<CoreState> =
            switch call {
            case .initialize: .waitingForInitialize ... .waitingForInitialize
            case .isDeviceRooted, .biometricAvailability, .wipe: .waitingForInitialize ... .unlocked
            case .register: .empty ... .empty
            case .hasRemotePIN, .hasPID, .isUnlocked, .isBiometricUnlockEnabled, .inactivityTimeout, .language, .setLanguage,
                .setLockStream,
                .setConfigurationStream,
                .setUpdatePolicyStream, .applyUpdatePolicy, .isUpdatePolicyExpired, .setWalletStatusStream, .determineWalletStatus,
                .confirmRevocationShown,
                .receiveLink, .pendingLink, .discardPendingLink, .takePendingLink, .checkConnections, .setCardsStream:
                .empty ... .unlocked
            case .prepareUnlock, .unlock, .unlockWithBiometrics, .isRevocationCodeConfirmed, .refreshWalletStatus, .pinChangeState,
                .confirmWrongTriesTold,
                .pinRecoveryState, .startPINRecovery, .continuePINRecovery, .resumePINRecovery, .completePINRecovery, .cancelPINRecovery:
                .locked ... .unlocked
            case .preparePINChange, .changePIN, .revocationCode, .confirmRevocationCode, .enableBiometricUnlock,
                .confirmBiometricUnlock, .disableBiometricUnlock,
                .setInactivityTimeout, .wrongTriesToTell, .isPINPracticeDue, .notePINPractice, .cardDetails, .cardEvents,
                .refreshCardStatuses, .issuanceState, .startIssuance, .continueIssuance, .resumeIssuance, .acceptIssuance, .cancelIssuance:
                .unlocked ... .unlocked
            }
        if state > allowed.upperBound { return call == .register ? .alreadyRegistered : .alreadyInitialized }
        guard state < allowed.lowerBound else { return nil }
        return switch state {
        case .waitingForPlatform: .platformMissing
        case .waitingForInitialize: .notInitialized
        case .empty: .notRegistered
        case .locked: .locked
        case .unlocked: nil
        }
    }

    @Test(arguments: cells)
    func `each cell lets in or refuses without an effect`(cell: Cell) async throws {
        let phone = try Phone()
        let core = try await Self.core(in: cell.state, on: phone)
        #expect(try await core.state() == cell.state)
        phone.provider.forgetRequests()
        let before = try phone.trace()
        let refusal = Self.refusal(of: cell.call, in: cell.state)
        do {
            try await Self.make(cell.call, of: core)
            #expect(refusal == nil || Self.isSilent(cell.call))
        } catch let error as WalletCoreError where refusal != nil {
            #expect(error.code == refusal)
        } catch let error as WalletCoreError {
            // Admitted; here biometrics are not enabled, and there is neither an issuer nor a session.
            let isElsewhere = if case .issuance = error.code { true } else { false }
            #expect(cell.call == .unlockWithBiometrics && error.code == .unexpected || isElsewhere, "\(error)")
        }
        guard refusal != nil else { return }
        #expect(try phone.trace() == before)
        #expect(phone.provider.requestCount == 0)
        #expect(try await core.state() == cell.state)
    }

    @Test func `calls that nothing refuses may be made in every state`() async throws {
        for state in CoreState.allCases {
            let core = try await Self.core(in: state, on: try Phone())
            _ = await core.isInitialized()
            await core.noteActivity()
            await core.clearLockStream()
            await core.clearConfigurationStream()
            await core.clearUpdatePolicyStream()
            await core.clearWalletStatusStream()
            await core.clearCardsStream()
            await core.handle(.didEnterBackground)
            await core.handle(.willEnterForeground)
            _ = core.policyViolation(of: try Phone.pin())
            #expect(try await core.state() == state)
            await core.lock()
            await core.rebind()
            #expect(try await core.state() == min(state, .locked))
        }
    }
}

extension Phone {
    /// Returns the phone's state: the bytes of every file, and the keys in its hardware.
    func trace() throws -> [String: Data] {
        var trace: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: utilities.storageDirectory) {
            trace[name] = try Data(contentsOf: URL(filePath: utilities.storageDirectory + "/" + name))
        }
        for key in encryptionKeys.keys.withLock({ $0.keys }) { trace["encryption key " + key] = Data() }
        for key in attestedKeys.state.withLock({ $0.keys.keys }) { trace["device key " + key] = Data() }
        trace["biometric key"] = biometrics.state.withLock { $0.key?.rawRepresentation }
        return trace
    }
}
