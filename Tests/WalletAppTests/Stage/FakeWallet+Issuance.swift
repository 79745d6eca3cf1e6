// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

@testable import WalletApp

/// Obtaining the PID and recovering the PIN. A session continues across calls.
extension FakeWallet {
    static let loginPage = "https://issuer.test/authorize?client_id=wallet&request_uri=urn%3Arequest"
    /// The login's deadline.
    static let loginEnds = ManualClock.start.addingTimeInterval(600)

    func issuanceState() async throws -> IssuanceState { try await enter(.issuanceState) { $0.issuance } }
    func startIssuance() async throws -> IssuanceState {
        try await enter(.startIssuance, .startIssuance) { script in
            script.issuance = .awaitingAuthentication(url: Self.loginPage, until: Self.loginEnds)
            script.recovery = .none
            return script.issuance
        }
    }
    func returnFromLogin(_ link: LoginLink) async throws {
        try await enter(.continueIssuance, .returnFromLogin) { $0.issuance = .retrieving }
    }
    func resumeIssuance() async throws -> IssuancePreview {
        try await enter(.issuanceState, .resumeIssuance) { _ in }
        return try await enter(.resumeIssuance) { script in
            script.issuance = .preview(.sample)
            return .sample
        }
    }
    func acceptIssuance(pin: PIN) async throws -> IssuanceOutcome {
        try await enter(.acceptIssuance, .acceptIssuance(pin)) { script in
            if let outcome = script.acceptances.takeFirst() { return outcome }
            (script.issuance, script.hasPID) = (.none, true)
            return .issued(IssuancePreview.sample.card.summary.id)
        }
    }
    func cancelIssuance() async throws { try await enter(.cancelIssuance, .cancelIssuance) { $0.issuance = .none } }

    func pinRecoveryState() async throws -> PINRecoveryState { try await enter(.pinRecoveryState) { $0.recovery } }
    func startPINRecovery() async throws -> PINRecoveryState {
        try await enter(.startPINRecovery, .startPINRecovery) { script in
            script.recovery = .awaitingAuthentication(url: Self.loginPage, until: Self.loginEnds)
            script.issuance = .none
            // A session without an answer is over.
            script.signed = .nothing
            if case .answered = script.sharing {} else { script.sharing = .none }
            return script.recovery
        }
    }
    func continuePINRecovery(_ link: LoginLink) async throws {
        try await enter(.continuePINRecovery, .continuePINRecovery) { $0.recovery = .retrieving }
        try await enter(.resumePINRecovery) { $0.recovery = .awaitingNewPIN }
    }
    func resumePINRecovery() async throws {
        try await enter(.resumePINRecovery, .resumePINRecovery) { $0.recovery = .awaitingNewPIN }
    }
    func cancelPINRecovery() async throws { try await enter(.cancelPINRecovery, .cancelPINRecovery) { $0.recovery = .none } }
    func completePINRecovery(new pin: PIN) async throws -> PINRecoveryOutcome {
        let outcome: PINRecoveryOutcome = try await enter(.completePINRecovery, .completePINRecovery(pin)) { script in
            if let outcome = script.recoveries.takeFirst() { return outcome }
            script.recovery = .none
            return .recovered
        }
        if outcome == .recovered { setLock(.unlocked) }
        return outcome
    }
}

extension FakeWallet.Script {
    /// Ends the session that the call's error ends in the core.
    mutating func endSession(after error: any Error, of call: CoreCall) {
        endSharing(after: error)
        guard case .issuance(let problem)? = (error as? WalletCoreError)?.code, problem != .foreignRedirect else { return }
        switch call {
        case .continueIssuance, .resumeIssuance, .acceptIssuance: issuance = .none
        case .continuePINRecovery, .resumePINRecovery, .completePINRecovery: recovery = .none
        default: break
        }
    }
}
