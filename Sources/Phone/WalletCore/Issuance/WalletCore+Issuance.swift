// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import OpenID4VCI
import PlatformSupport
import SDJWT
package import WalletInterface

/// Obtaining the PID (UC3.1). There is one session at most; it survives the process in every state.
extension WalletCore {
    /// Where the session is; `none` also while the session is one of a PIN recovery. No network.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func issuanceState() throws(WalletCoreError) -> IssuanceState {
        let running = try admitted(.issuanceState)
        guard let session = try issuanceSession(running), session.purpose == .pid else { return .none }
        if let preview = session.preview { return .preview(try shown(preview, running)) }
        guard case .browse(let url, until: let until) = session.client.step else { return .retrieving }
        return .awaitingAuthentication(url: url.text, until: Date(timeIntervalSince1970: TimeInterval(until)))
    }

    /// Begins to obtain a PID (1.1a): asks the issuer for a login. A session before it is forgotten, a PIN recovery too.
    ///
    /// - Returns: `awaitingAuthentication` with the address for the phone's browser.
    /// - Throws: `issuance` with `notConfigured`, `refused`, `unfitIssuer`, `wrongIssuer`; `noInternet`, `serverUnreachable`; `walletRejected`,
    ///   `walletRevoked`; `locked`, `notRegistered`, `platformMissing`, `notInitialized`, a store error; `unexpected`. Nothing is left then.
    package func startIssuance() async throws(WalletCoreError) -> IssuanceState {
        let running = try admitted(.startIssuance)
        return try await issuanceMutex.run { () async throws(WalletCoreError) in
            try admit(.startIssuance)
            let session = try await beginIssuance(for: .pid, running)
            guard case .browse(let url, until: let until) = session.client.step else {
                throw WalletCoreError(.unexpected, "a session that was begun does not wait for a login")
            }
            return .awaitingAuthentication(url: url.text, until: Date(timeIntervalSince1970: TimeInterval(until)))
        }
    }

    /// Takes the way back from the login (1.2a): what it says is judged and kept, and nothing is asked for. `resumeIssuance` goes on. A link
    /// that was taken already changes nothing.
    ///
    /// - Parameter link: what `takePendingLink` said continues the session.
    /// - Throws: `issuance` with `loginFailed` (1.2b), `loginStopped` (1.2c), `wrongIssuer`: there is no session any more; `foreignRedirect`:
    ///   the session waits on; `noSession`. `locked`, `notRegistered`, `platformMissing`, `notInitialized`, a store error.
    package func returnFromLogin(_ link: UniversalLink) async throws(WalletCoreError) {
        let running = try admitted(.continueIssuance)
        try await issuanceMutex.run { () async throws(WalletCoreError) in
            try admit(.continueIssuance)
            var session = try issuanceSession(for: .pid, running)
            guard case .browse = session.client.step else { return }
            try redirect(&session, to: link, running)
        }
    }

    /// Goes on after the login (1.2a), up to what would be issued (1.3a): `returnFromLogin` and `resumeIssuance` in one.
    ///
    /// - Parameter link: what `takePendingLink` said continues the session.
    /// - Throws: `issuance` with `loginFailed` (1.2b), `loginStopped` (1.2c), `foreignRedirect` (the session waits on), `noSession`; then as
    ///   `resumeIssuance`.
    package func continueIssuance(_ link: UniversalLink) async throws(WalletCoreError) -> IssuancePreview {
        let running = try admitted(.continueIssuance)
        return try await issuanceMutex.run { () async throws(WalletCoreError) in
            try admit(.continueIssuance)
            var session = try issuanceSession(for: .pid, running)
            try redirect(&session, to: link, running)
            return try await fetchPreview(&session, running)
        }
    }

    /// Goes on with a session that is `retrieving`, after an error or a restart; with one that has its preview it is that preview.
    ///
    /// - Throws: `noInternet`, `serverUnreachable`: the session is still there, and the same call goes on. `issuance` with `loginStopped`
    ///   (code or token have expired), `refused`, `wrongIssuer`, `unfitIssuer`, `unfitCredential`, `wrongPerson`: there is no session any more.
    ///   `issuance(.noSession)` when the login is not over; `locked`, also when the wallet was locked meanwhile; `notRegistered`,
    ///   `platformMissing`, `notInitialized`, `walletRejected`, `walletRevoked`, a store error, `unexpected`.
    package func resumeIssuance() async throws(WalletCoreError) -> IssuancePreview {
        let running = try admitted(.resumeIssuance)
        return try await issuanceMutex.run { () async throws(WalletCoreError) in
            try admit(.resumeIssuance)
            var session = try issuanceSession(for: .pid, running)
            return try await fetchPreview(&session, running)
        }
    }

    /// Ends the session, wherever it is (4.2, 5.1a). What was fetched is gone before this returns, and the issuer is told so if it answers:
    /// `credential_deleted`. Without a session nothing is done.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func cancelIssuance() async throws(WalletCoreError) {
        let running = try admitted(.cancelIssuance)
        try await issuanceMutex.run { () async throws(WalletCoreError) in
            try admit(.cancelIssuance)
            guard let session = try issuanceSession(running), session.purpose == .pid else { return }
            try drop(session, running)
            await tell({ _ in .deleted }, session, running)
        }
    }

    // MARK: Inside

    private func fetchPreview(_ session: inout StoredIssuance, _ running: Running) async throws(WalletCoreError) -> IssuancePreview {
        let preview = try await preview(&session, running)
        // Another person's PID does not come into this wallet, as long as anything of the one that is here can be read.
        if let present = try presentPID(running)?.recoveryCode, present != preview.card.recoveryCode {
            await giveUp(session, telling: .deleted, running)
            throw WalletCoreError(.issuance(.wrongPerson), "the PID is another person's")
        }
        // Nothing is shown of a wallet that was locked meanwhile; the preview waits.
        try requireUnlocked()
        return try shown(preview, running)
    }

    private func shown(_ preview: IssuedCard, _ running: Running) throws(WalletCoreError) -> IssuancePreview {
        IssuancePreview(
            card: try preview.details(at: running.bridges.clock.now, maximumAge: maximumStatusAge),
            replacesCard: try running.store.value(.pid) != nil)
    }

    /// The PID that the wallet holds.
    struct PresentPID {
        let entry: CardEntry
        /// Whether what the card says can be read.
        let isReadable: Bool
        /// The code by which the issuer knows the person again; nil when the card has none, or nothing of it can be read.
        let recoveryCode: String?
    }

    /// The PID that the wallet holds; nil without one. One that is damaged is there, too: it can be replaced. Whose it is then say its copies.
    ///
    /// - Throws: `storeDamaged` when the list does not name it, or another store error.
    func presentPID(_ running: Running) throws(WalletCoreError) -> PresentPID? {
        guard let pid = try running.store.value(.pid) else { return nil }
        guard let entry = try cards(running).first(where: { $0.id == pid.card }) else {
            throw WalletCoreError(.storeDamaged, "the PID is not where it is said to be")
        }
        if try running.store.opens(.card(pid.card)), let card = try running.store.value(.card(pid.card)) {
            return PresentPID(entry: entry, isReadable: true, recoveryCode: card.recoveryCode)
        }
        for name in entry.sdJWTs {
            guard try running.store.opens(.copy(name)), let copy = try running.store.value(.copy(name)) else { continue }
            return PresentPID(entry: entry, isReadable: true, recoveryCode: copy.recoveryCode)
        }
        return PresentPID(entry: entry, isReadable: false, recoveryCode: nil)
    }
}

extension StoredCopy {
    /// The code by which the issuer knows the person again; nil when an SD-JWT gives none, and for an mdoc.
    fileprivate var recoveryCode: String? {
        guard let claims = try? SDJWT(parsing: credential).disclosedClaims(),
            let claim = claims.first(where: { $0.path.steps == [.name("recovery_code")] }), case .string(let code) = claim.disclosure.value
        else { return nil }
        return code
    }
}
