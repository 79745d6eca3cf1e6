// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

/// Obtaining the PID (UC3.1). There is one session at most; it survives the process in every state.
extension WalletCore {
    /// Where the session is; `none` also while the session is one of a PIN recovery. No network.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func issuanceState() throws(WalletCoreError) -> IssuanceState {
        let issuance = try admitted(.issuanceState).issuance
        guard let session = try issuance.session(), session.purpose == .pid else { return .none }
        if let preview = session.preview { return .preview(try issuance.shown(preview)) }
        guard let (url, until) = session.login else { return .retrieving }
        return .awaitingAuthentication(url: url, until: until)
    }

    /// Begins to obtain a PID (1.1a): asks the issuer for a login. A session before it is forgotten, a PIN recovery too.
    ///
    /// - Returns: `awaitingAuthentication` with the address for the phone's browser.
    /// - Throws: `issuance` with `notConfigured`, `refused`, `unfitIssuer`, `wrongIssuer`; `noInternet`, `serverUnreachable`; `walletRejected`,
    ///   `walletRevoked`; `locked`, `notRegistered`, `platformMissing`, `notInitialized`, a store error; `unexpected`. Nothing is left then.
    package func startIssuance() async throws(WalletCoreError) -> IssuanceState {
        try await admitted(.startIssuance, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            guard let (url, until) = try await wallet.issuance.begin(for: .pid).login else {
                throw WalletCoreError(.unexpected, "a session that was begun does not wait for a login")
            }
            return .awaitingAuthentication(url: url, until: until)
        }
    }

    /// Takes the way back from the login (1.2a): what it says is judged and kept, and nothing is asked for. `resumeIssuance` goes on. A link
    /// that was taken already changes nothing.
    ///
    /// - Parameter link: what `takePendingLink` said continues the session.
    /// - Throws: `issuance` with `loginFailed` (1.2b), `loginStopped` (1.2c), `wrongIssuer`: there is no session any more; `foreignRedirect`:
    ///   the session waits on; `noSession`. `locked`, `notRegistered`, `platformMissing`, `notInitialized`, a store error.
    package func returnFromLogin(_ link: LoginLink) async throws(WalletCoreError) {
        try await admitted(.continueIssuance, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            var session = try wallet.issuance.session(for: .pid)
            guard session.awaitsAuthentication else { return }
            try wallet.issuance.redirect(&session, to: link)
        }
    }

    /// Goes on after the login (1.2a), up to what would be issued (1.3a): `returnFromLogin` and `resumeIssuance` in one.
    ///
    /// - Parameter link: what `takePendingLink` said continues the session.
    /// - Throws: `issuance` with `loginFailed` (1.2b), `loginStopped` (1.2c), `foreignRedirect` (the session waits on), `noSession`; then as
    ///   `resumeIssuance`.
    package func continueIssuance(_ link: LoginLink) async throws(WalletCoreError) -> IssuancePreview {
        try await admitted(.continueIssuance, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            var session = try wallet.issuance.session(for: .pid)
            try wallet.issuance.redirect(&session, to: link)
            return try await preview(of: &session, wallet)
        }
    }

    /// Goes on with a session that is `retrieving`, after an error or a restart; with one that has its preview it is that preview.
    ///
    /// - Throws: `noInternet`, `serverUnreachable`: the session is still there, and the same call goes on. `issuance` with `loginStopped`
    ///   (code or token have expired), `refused`, `wrongIssuer`, `unfitIssuer`, `unfitCredential`, `wrongPerson`: there is no session any more.
    ///   `issuance(.noSession)` when the login is not over; `locked`, also when the wallet was locked meanwhile; `notRegistered`,
    ///   `platformMissing`, `notInitialized`, `walletRejected`, `walletRevoked`, a store error, `unexpected`.
    package func resumeIssuance() async throws(WalletCoreError) -> IssuancePreview {
        try await admitted(.resumeIssuance, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            var session = try wallet.issuance.session(for: .pid)
            return try await preview(of: &session, wallet)
        }
    }

    /// Ends the session, wherever it is (4.2, 5.1a). What was fetched is gone before this returns, and the issuer is told so if it answers:
    /// `credential_deleted`. Without a session nothing is done.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func cancelIssuance() async throws(WalletCoreError) {
        try await admitted(.cancelIssuance, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            try await wallet.issuance.cancel(.pid)
        }
    }

    /// Accepts the preview (1.5a, 1.6): has keys made for the PIN, fetches the credentials that are bound to them in both formats, verifies that
    /// they match the preview, and stores them in one transaction. Before that nothing of them is kept; after it everything is.
    ///
    /// It may be called again after any error that leaves the session: the issuer then issues anew. Keys that were made in vain, also those
    /// of an answer that never came, are deleted with the next PIN.
    ///
    /// - Returns: the card, or why the PIN was not accepted; then the preview waits.
    /// - Throws: `noInternet`, `serverUnreachable`: the preview waits. `issuance` with `loginStopped` (the token has expired), `refused`,
    ///   `unfitIssuer`, `unfitCredential`: there is no session any more. `issuance(.noSession)` without a preview; `locked`, `notRegistered`,
    ///   `platformMissing`, `notInitialized`, `walletRejected`, `walletRevoked`, a store error, `unexpected`.
    package func acceptIssuance(pin: PIN) async throws(WalletCoreError) -> IssuanceOutcome {
        try await admitted(.acceptIssuance, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            let outcome = try await wallet.issuance.accept(pin: pin)
            // A wallet that is blocked for good does not open by face or finger either.
            if outcome == .refused(.permanentlyBlocked) { try await wallet.biometrics.forget() }
            return outcome
        }
    }

    // MARK: Inside

    private func preview(of session: inout StoredIssuance, _ wallet: OpenWallet) async throws(WalletCoreError) -> IssuancePreview {
        let preview = try await wallet.issuance.previewPID(&session)
        // A wallet that was locked during the requests shows nothing; the preview waits.
        try requireUnlocked()
        return try wallet.issuance.shown(preview)
    }
}
