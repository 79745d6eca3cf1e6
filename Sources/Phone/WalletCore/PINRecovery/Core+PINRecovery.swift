// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

/// Replacing a forgotten PIN (UC2.3.2). The wallet stays locked during the recovery; the session survives the process in every state.
extension Core {
    /// The state of the recovery. Uses no network.
    ///
    /// - Throws: `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func pinRecoveryState() throws(WalletCoreError) -> PINRecoveryState {
        let issuance = try admitted(.pinRecoveryState).issuance
        guard let session = try issuance.session(), session.purpose == .recovery else { return .none }
        if session.preview != nil { return .awaitingNewPIN }
        guard let (url, until) = issuance.login(of: session) else { return .retrieving }
        return .awaitingAuthentication(url: url, until: until)
    }

    /// Starts a recovery (1.2a): requests a login from the PID's issuer. An existing session is removed, also a session that obtains cards.
    /// The PIN, the attempts and a block do not change. Once the recovery has begun, a session of sharing without an answer is over; a
    /// known verifier is told the same as after a stop, in the background.
    ///
    /// - Returns: `awaitingAuthentication` with the address for the phone's browser.
    /// - Throws: `issuance(.recoveryUnavailable)` without a PID, or if the provider does not have the PID's recovery code; `policyExpired`;
    ///   `deviceKeyLost`, before the person logs in: the provider takes a new PIN only from the phone that registered. Otherwise as
    ///   `startIssuance`, but the wallet may be locked.
    package func startPINRecovery() async throws(WalletCoreError) -> PINRecoveryState {
        try await admitted(.startPINRecovery, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            let session = try await wallet.recovery.begin()
            endSharingWithoutPIN(of: wallet)
            guard let (url, until) = wallet.issuance.login(of: session) else {
                throw WalletCoreError(.unexpected, "a session that was begun does not wait for a login")
            }
            return .awaitingAuthentication(url: url, until: until)
        }
    }

    /// Continues after the login (1.3a), until the person is identified.
    ///
    /// - Parameter link: the link that `takePendingLink` returned for the session.
    /// - Throws: `issuance` with `loginFailed` (1.3b), `loginStopped` (1.3c), `wrongPerson` (1.3d), `foreignRedirect` (the session still
    ///   waits), `noSession`; `policyExpired`; then as `resumePINRecovery`.
    package func continuePINRecovery(_ link: LoginLink) async throws(WalletCoreError) {
        try await admitted(.continuePINRecovery, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            var session = try wallet.issuance.session(for: .recovery)
            try wallet.issuance.redirect(&session, to: link)
            try await wallet.recovery.identify(&session)
        }
    }

    /// Continues a recovery that is `retrieving`, after an error or a restart. The recovery is then `awaitingNewPIN`.
    ///
    /// - Throws: `noInternet`, `serverUnreachable`: the same call continues. `issuance` with `wrongPerson` (1.3d), `loginStopped`,
    ///   `refused`, `wrongIssuer`, `unfitIssuer`, `unfitCredential`: the session has ended. `issuance(.noSession)`; `notRegistered`,
    ///   `platformMissing`, `notInitialized`, `versionBlocked`, `policyExpired`, `walletRejected`, `walletRevoked`, a store error,
    ///   `unexpected`.
    package func resumePINRecovery() async throws(WalletCoreError) {
        try await admitted(.resumePINRecovery, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            var session = try wallet.issuance.session(for: .recovery)
            try await wallet.recovery.identify(&session)
        }
    }

    /// Ends the recovery in any state (5.1b). PIN, attempts and a block do not change. Without a recovery it does nothing.
    ///
    /// - Throws: `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func cancelPINRecovery() async throws(WalletCoreError) {
        try await admitted(.cancelPINRecovery, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            try await wallet.issuance.cancel(.recovery)
        }
    }

    /// Completes the recovery with the new PIN (1.4a): the provider stores the new PIN's key as pending and makes keys for a PID, the
    /// issuer issues the PID, and its recovery code puts the new PIN into force.
    ///
    /// From the moment the last message may have been sent, both salts are stored, as in a PIN change. If its answer is lost, also through
    /// a kill, `unlock(pin:)` finds out which PIN is in force. Before that moment nothing changes, and the call can be repeated.
    ///
    /// - Parameter new: a PIN that `policyViolation(of:)` accepts.
    /// - Throws: `noInternet`, `serverUnreachable`: nothing has changed, and the same call continues; `issuance` with `noSession`,
    ///   `loginStopped`, `refused`, `unfitIssuer`, `unfitCredential`, `wrongPerson`, `recoveryUnavailable`: the session has ended;
    ///   `notRegistered`, `platformMissing`, `notInitialized`, `versionBlocked`, `policyExpired`, `walletRejected`, `walletRevoked`,
    ///   `deviceKeyLost`, a store error; `unexpected`, also for a PIN that the policy refuses.
    package func completePINRecovery(new pin: PIN) async throws(WalletCoreError) -> PINRecoveryOutcome {
        let wallet = try admitted(.completePINRecovery)
        guard policyViolation(of: pin) == nil else { throw WalletCoreError(.unexpected, "the PIN is too simple") }
        let epoch = lockKeeper.epoch
        let outcome = try await admitted(.completePINRecovery, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            try await wallet.recovery.complete(new: pin)
        }
        if outcome == .recovered {
            wallet.status.note(.active, isProven: true)
            // A wallet that was locked during the call stays locked; the new PIN unlocks it.
            try? unlock(ifStillIn: epoch)
        }
        return outcome
    }
}
