// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

/// Obtaining the PID (UC3.1). There is at most one session, and it survives the process in every state.
extension Core {
    /// The state of the session; `none` also for the session of a PIN recovery. Uses no network.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func issuanceState() throws(WalletCoreError) -> IssuanceState {
        let issuance = try admitted(.issuanceState).issuance
        guard let session = try issuance.session(), session.purpose == .pid else { return .none }
        if let preview = session.preview { return .preview(try issuance.shown(preview)) }
        guard let (url, until) = issuance.login(of: session) else { return .retrieving }
        return .awaitingAuthentication(url: url, until: until)
    }

    /// Starts to obtain a PID (1.1a): requests a login from the issuer. An existing session is removed, also that of a PIN recovery.
    ///
    /// - Returns: `awaitingAuthentication` with the address for the phone's browser.
    /// - Throws: `issuance` with `notConfigured`, `refused`, `unfitIssuer`, `wrongIssuer`; `noInternet`, `serverUnreachable`, `clockWrong`;
    ///   `walletRejected`, `walletRevoked`; `deviceKeyLost`, `hardwareFailed`, `notAvailableYet`: an existing session stays; `locked`,
    ///   `notRegistered`, `platformMissing`, `notInitialized`, a store error; `unexpected`. After any other error no session exists.
    package func startIssuance() async throws(WalletCoreError) -> IssuanceState {
        try await admitted(.startIssuance, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            let session = try await wallet.issuance.begin(for: .pid)
            guard let (url, until) = wallet.issuance.login(of: session) else {
                throw WalletCoreError(.unexpected, "a session that was begun does not wait for a login")
            }
            return .awaitingAuthentication(url: url, until: until)
        }
    }

    /// Takes the login's redirect (1.2a): judges and stores it, and makes no request. `resumeIssuance` continues. A link that was already
    /// taken changes nothing.
    ///
    /// - Parameter link: the link that `takePendingLink` returned for the session.
    /// - Throws: `issuance` with `loginFailed` (1.2b), `loginStopped` (1.2c), `wrongIssuer`: the session has ended; `foreignRedirect`: the
    ///   session still waits; `noSession`. `locked`, `notRegistered`, `platformMissing`, `notInitialized`, a store error.
    package func returnFromLogin(_ link: LoginLink) async throws(WalletCoreError) {
        try await admitted(.continueIssuance, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            var session = try wallet.issuance.session(for: .pid)
            guard session.awaitsAuthentication else { return }
            try wallet.issuance.redirect(&session, to: link)
        }
    }

    /// Continues after the login (1.2a), up to the preview (1.3a): `returnFromLogin` and `resumeIssuance` in one call.
    ///
    /// - Parameter link: the link that `takePendingLink` returned for the session.
    /// - Throws: `issuance` with `loginFailed` (1.2b), `loginStopped` (1.2c), `foreignRedirect` (the session still waits), `noSession`;
    ///   then as `resumeIssuance`.
    package func continueIssuance(_ link: LoginLink) async throws(WalletCoreError) -> IssuancePreview {
        try await admitted(.continueIssuance, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            var session = try wallet.issuance.session(for: .pid)
            try wallet.issuance.redirect(&session, to: link)
            return try await preview(of: &session, wallet)
        }
    }

    /// Continues a session that is `retrieving`, after an error or a restart. If the preview exists, returns it.
    ///
    /// - Throws: `noInternet`, `serverUnreachable`, `clockWrong`: the session remains, and the same call continues it. `issuance` with
    ///   `loginStopped` (code or token have expired), `refused`, `wrongIssuer`, `unfitIssuer`, `unfitCredential`, `wrongPerson`: the
    ///   session has ended. `issuance(.noSession)` if the login is not over, or if the session ended during the call; `locked`, also if the
    ///   wallet was locked during the call; `notRegistered`, `platformMissing`, `notInitialized`, `walletRejected`, `walletRevoked`, a
    ///   store error, `unexpected`.
    package func resumeIssuance() async throws(WalletCoreError) -> IssuancePreview {
        try await admitted(.resumeIssuance, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            var session = try wallet.issuance.session(for: .pid)
            return try await preview(of: &session, wallet)
        }
    }

    /// Ends the session in any state (4.2, 5.1a). Deletes the fetched data before it returns, and sends the issuer `credential_deleted`.
    /// Without a session it does nothing.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func cancelIssuance() async throws(WalletCoreError) {
        try await admitted(.cancelIssuance, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            try await wallet.issuance.cancel(.pid)
        }
    }

    /// Accepts the preview (1.5a, 1.6): has keys made with the PIN, fetches the credentials for them in both formats, verifies that they
    /// match the preview, and stores all of them in one transaction.
    ///
    /// The call can be repeated after any error that leaves the session: the issuer then issues again. Unused keys, also those of a lost
    /// answer, are deleted with the next PIN.
    ///
    /// - Returns: the card, or the PIN's refusal; the preview then remains.
    /// - Throws: `noInternet`, `serverUnreachable`, `clockWrong`: the preview remains. `issuance` with `loginStopped` (the token has
    ///   expired), `refused`, `unfitIssuer`, `unfitCredential`: the session has ended. `issuance(.noSession)` without a preview; `locked`,
    ///   `notRegistered`, `platformMissing`, `notInitialized`, `walletRejected`, `walletRevoked`, a store error, `unexpected`.
    package func acceptIssuance(pin: PIN) async throws(WalletCoreError) -> IssuanceOutcome {
        try await admitted(.acceptIssuance, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            let outcome = try await wallet.issuance.accept(pin: pin)
            // Biometrics must not unlock a permanently blocked wallet either.
            if outcome == .refused(.permanentlyBlocked) { try await wallet.biometrics.forget() }
            return outcome
        }
    }

    // MARK: Inside

    private func preview(of session: inout StoredIssuance, _ wallet: OpenWallet) async throws(WalletCoreError) -> IssuancePreview {
        let preview = try await wallet.issuance.previewPID(&session)
        // A wallet that was locked during the requests shows nothing; the preview remains.
        try requireUnlocked()
        return try wallet.issuance.shown(preview)
    }
}
