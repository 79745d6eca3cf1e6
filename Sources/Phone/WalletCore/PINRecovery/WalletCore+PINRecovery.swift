// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OpenID4VCI
import PlatformSupport
import WalletConfiguration
package import WalletInterface

/// A new PIN in the place of a forgotten one (UC2.3.2). The wallet is locked meanwhile; the session survives the process in every state.
extension WalletCore {
    /// Where the recovery is. No network.
    ///
    /// - Throws: `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func pinRecoveryState() throws(WalletCoreError) -> PINRecoveryState {
        let running = try admitted(.pinRecoveryState)
        guard let session = try issuanceSession(running), session.purpose == .recovery else { return .none }
        if session.preview != nil { return .awaitingNewPIN }
        guard case .browse(let url, until: let until) = session.client.step else { return .retrieving }
        return .awaitingAuthentication(url: url.text, until: Date(timeIntervalSince1970: TimeInterval(until)))
    }

    /// Begins a recovery (1.2a): asks the issuer of the PID for a login. A session before it is forgotten, one that obtains cards too. PIN,
    /// attempts and a block stay as they are.
    ///
    /// - Returns: `awaitingAuthentication` with the address for the phone's browser.
    /// - Throws: `issuance(.recoveryUnavailable)` without a PID whose recovery code the provider knows; `policyExpired`; else as `startIssuance`, but the wallet
    ///   may be locked.
    package func startPINRecovery() async throws(WalletCoreError) -> PINRecoveryState {
        let running = try admitted(.startPINRecovery)
        return try await issuanceMutex.run { () async throws(WalletCoreError) in
            try admit(.startPINRecovery)
            guard configuration.features.pinRecovery, try running.store.value(.pid)?.recovery == .known else {
                throw WalletCoreError(.issuance(.recoveryUnavailable), "the provider knows no recovery code of this wallet")
            }
            guard try presentPID(running)?.isReadable != false else { throw Self.unreadableOwner }
            let session = try await beginIssuance(for: .recovery, running)
            guard case .browse(let url, until: let until) = session.client.step else {
                throw WalletCoreError(.unexpected, "a session that was begun does not wait for a login")
            }
            return .awaitingAuthentication(url: url.text, until: Date(timeIntervalSince1970: TimeInterval(until)))
        }
    }

    /// Goes on after the login (1.3a), until it is known who is back.
    ///
    /// - Parameter link: what `takePendingLink` said continues the session.
    /// - Throws: `issuance` with `loginFailed` (1.3b), `loginStopped` (1.3c), `wrongPerson` (1.3d), `foreignRedirect` (the session waits on),
    ///   `noSession`; `policyExpired`; then as `resumePINRecovery`.
    package func continuePINRecovery(_ link: LoginLink) async throws(WalletCoreError) {
        let running = try admitted(.continuePINRecovery)
        try await issuanceMutex.run { () async throws(WalletCoreError) in
            try admit(.continuePINRecovery)
            var session = try issuanceSession(for: .recovery, running)
            try redirect(&session, to: link, running)
            try await identify(&session, running)
        }
    }

    /// Goes on with a recovery that is `retrieving`, after an error or a restart. It is `awaitingNewPIN` afterwards.
    ///
    /// - Throws: `noInternet`, `serverUnreachable`: the same call goes on. `issuance` with `wrongPerson` (1.3d), `loginStopped`, `refused`,
    ///   `wrongIssuer`, `unfitIssuer`, `unfitCredential`: there is no session any more. `issuance(.noSession)`; `notRegistered`,
    ///   `platformMissing`, `notInitialized`, `versionBlocked`, `policyExpired`, `walletRejected`, `walletRevoked`, a store error, `unexpected`.
    package func resumePINRecovery() async throws(WalletCoreError) {
        let running = try admitted(.resumePINRecovery)
        try await issuanceMutex.run { () async throws(WalletCoreError) in
            try admit(.resumePINRecovery)
            var session = try issuanceSession(for: .recovery, running)
            try await identify(&session, running)
        }
    }

    /// Ends the recovery, wherever it is (5.1b). PIN, attempts and a block are as they were. Without one nothing is done.
    ///
    /// - Throws: `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func cancelPINRecovery() async throws(WalletCoreError) {
        let running = try admitted(.cancelPINRecovery)
        try await issuanceMutex.run { () async throws(WalletCoreError) in
            try admit(.cancelPINRecovery)
            guard let session = try issuanceSession(running), session.purpose == .recovery else { return }
            try drop(session, running)
            await tell({ _ in .deleted }, session, running)
        }
    }

    /// Finds out who has logged in, before a new PIN is asked for. The provider has the last word on it.
    private static var unreadableOwner: WalletCoreError {
        WalletCoreError(.issuance(.recoveryUnavailable), "nothing says any more whose the PID is")
    }

    private func identify(_ session: inout StoredIssuance, _ running: Running) async throws(WalletCoreError) {
        let preview = try await preview(&session, running)
        let present = try presentPID(running)
        guard present?.isReadable != false else {
            await giveUp(session, telling: .deleted, running)
            throw Self.unreadableOwner
        }
        guard let known = present?.recoveryCode, known == preview.card.recoveryCode else {
            await giveUp(session, telling: .deleted, running)
            throw WalletCoreError(.issuance(.wrongPerson), "another person has logged in")
        }
    }
}
