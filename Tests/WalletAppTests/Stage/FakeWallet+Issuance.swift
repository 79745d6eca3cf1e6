// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization
import WalletInterface

@testable import WalletApp

/// Obtaining the PID and recovering the PIN. A session continues across calls; an error that ends it in the core ends it here too.
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
        try await endingIssuance { try await enter(.continueIssuance, .returnFromLogin) { $0.issuance = .retrieving } }
    }
    func resumeIssuance() async throws -> IssuancePreview {
        try await endingIssuance {
            try await enter(.issuanceState, .resumeIssuance) { _ in }
            return try await preview()
        }
    }
    func acceptIssuance(pin: PIN) async throws -> IssuanceOutcome {
        try await endingIssuance {
            try await enter(.acceptIssuance, .acceptIssuance(pin)) { script in
                guard script.acceptances.isEmpty else { return script.acceptances.removeFirst() }
                (script.issuance, script.hasPID) = (.none, true)
                return .issued(IssuancePreview.sample.card.summary.id)
            }
        }
    }
    func cancelIssuance() async throws { try await enter(.cancelIssuance, .cancelIssuance) { $0.issuance = .none } }

    func pinRecoveryState() async throws -> PINRecoveryState { try await enter(.pinRecoveryState) { $0.recovery } }
    func startPINRecovery() async throws -> PINRecoveryState {
        try await enter(.startPINRecovery, .startPINRecovery) { script in
            script.recovery = .awaitingAuthentication(url: Self.loginPage, until: Self.loginEnds)
            script.issuance = .none
            return script.recovery
        }
    }
    func continuePINRecovery(_ link: LoginLink) async throws {
        try await endingRecovery {
            try await enter(.continuePINRecovery, .continuePINRecovery) { $0.recovery = .retrieving }
            try await enter(.resumePINRecovery) { $0.recovery = .awaitingNewPIN }
        }
    }
    func resumePINRecovery() async throws {
        try await endingRecovery { try await enter(.resumePINRecovery, .resumePINRecovery) { $0.recovery = .awaitingNewPIN } }
    }
    func cancelPINRecovery() async throws { try await enter(.cancelPINRecovery, .cancelPINRecovery) { $0.recovery = .none } }
    func completePINRecovery(new pin: PIN) async throws -> PINRecoveryOutcome {
        let outcome = try await endingRecovery {
            try await enter(.completePINRecovery, .completePINRecovery(pin)) { script in
                guard script.recoveries.isEmpty else { return script.recoveries.removeFirst() }
                script.recovery = .none
                return PINRecoveryOutcome.recovered
            }
        }
        if outcome == .recovered { setLock(.unlocked) }
        return outcome
    }

    private func preview() async throws -> IssuancePreview {
        try await enter(.resumeIssuance) { script in
            script.issuance = .preview(.sample)
            return .sample
        }
    }

    private func endingIssuance<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let error as WalletCoreError {
            if case .issuance(let problem) = error.code, problem != .foreignRedirect { script { $0.issuance = .none } }
            throw error
        }
    }

    private func endingRecovery<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let error as WalletCoreError {
            if case .issuance(let problem) = error.code, problem != .foreignRedirect { script { $0.recovery = .none } }
            throw error
        }
    }
}
