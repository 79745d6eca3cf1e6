// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

/// A new PIN in the place of a forgotten one (UC2.3.2). The wallet is locked meanwhile; the session survives the process in every state.
extension WalletCore {
    /// Where the recovery is. No network.
    ///
    /// - Throws: `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func pinRecoveryState() throws(WalletCoreError) -> PINRecoveryState {
        guard let session = try admitted(.pinRecoveryState).issuance.session(), session.purpose == .recovery else { return .none }
        if session.preview != nil { return .awaitingNewPIN }
        guard let (url, until) = session.login else { return .retrieving }
        return .awaitingAuthentication(url: url, until: until)
    }

    /// Begins a recovery (1.2a): asks the issuer of the PID for a login. A session before it is forgotten, one that obtains cards too. PIN,
    /// attempts and a block stay as they are.
    ///
    /// - Returns: `awaitingAuthentication` with the address for the phone's browser.
    /// - Throws: `issuance(.recoveryUnavailable)` without a PID whose recovery code the provider knows; `policyExpired`; else as
    ///   `startIssuance`, but the wallet may be locked.
    package func startPINRecovery() async throws(WalletCoreError) -> PINRecoveryState {
        try await admitted(.startPINRecovery, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            guard let (url, until) = try await wallet.recovery.begin().login else {
                throw WalletCoreError(.unexpected, "a session that was begun does not wait for a login")
            }
            return .awaitingAuthentication(url: url, until: until)
        }
    }

    /// Goes on after the login (1.3a), until it is known who is back.
    ///
    /// - Parameter link: what `takePendingLink` said continues the session.
    /// - Throws: `issuance` with `loginFailed` (1.3b), `loginStopped` (1.3c), `wrongPerson` (1.3d), `foreignRedirect` (the session waits on),
    ///   `noSession`; `policyExpired`; then as `resumePINRecovery`.
    package func continuePINRecovery(_ link: LoginLink) async throws(WalletCoreError) {
        try await admitted(.continuePINRecovery, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            var session = try wallet.issuance.session(for: .recovery)
            try wallet.issuance.redirect(&session, to: link)
            try await wallet.recovery.identify(&session)
        }
    }

    /// Goes on with a recovery that is `retrieving`, after an error or a restart. It is `awaitingNewPIN` afterwards.
    ///
    /// - Throws: `noInternet`, `serverUnreachable`: the same call goes on. `issuance` with `wrongPerson` (1.3d), `loginStopped`, `refused`,
    ///   `wrongIssuer`, `unfitIssuer`, `unfitCredential`: there is no session any more. `issuance(.noSession)`; `notRegistered`,
    ///   `platformMissing`, `notInitialized`, `versionBlocked`, `policyExpired`, `walletRejected`, `walletRevoked`, a store error, `unexpected`.
    package func resumePINRecovery() async throws(WalletCoreError) {
        try await admitted(.resumePINRecovery, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            var session = try wallet.issuance.session(for: .recovery)
            try await wallet.recovery.identify(&session)
        }
    }

    /// Ends the recovery, wherever it is (5.1b). PIN, attempts and a block are as they were. Without one nothing is done.
    ///
    /// - Throws: `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func cancelPINRecovery() async throws(WalletCoreError) {
        try await admitted(.cancelPINRecovery, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            try await wallet.issuance.cancel(.recovery)
        }
    }

    /// Completes the recovery with the new PIN (1.4a): the provider keeps its key aside and makes keys for a PID, the issuer issues that, and its
    /// recovery code puts the new PIN into force.
    ///
    /// From the moment in which the last message may have been sent both salts are kept, as in a PIN change: when its answer is lost, also by
    /// a kill, `unlock(pin:)` finds out which PIN is in force. Until then nothing changes, and the call can be made again.
    ///
    /// - Parameter new: a PIN that `policyViolation(of:)` accepts.
    /// - Throws: `noInternet`, `serverUnreachable`: nothing came of it, and the same call goes on; `issuance` with `noSession`, `loginStopped`,
    ///   `refused`, `unfitIssuer`, `unfitCredential`, `wrongPerson`, `recoveryUnavailable`: there is no session any more; `notRegistered`,
    ///   `platformMissing`, `notInitialized`, `versionBlocked`, `policyExpired`, `walletRejected`, `walletRevoked`, a store error;
    ///   `unexpected`, also for a PIN that the policy refuses.
    package func completePINRecovery(new pin: PIN) async throws(WalletCoreError) -> PINRecoveryOutcome {
        let wallet = try admitted(.completePINRecovery)
        guard policyViolation(of: pin) == nil else { throw WalletCoreError(.unexpected, "the PIN is too simple") }
        let epoch = lockKeeper.epoch
        let outcome = try await admitted(.completePINRecovery, in: shared.issuanceMutex) { (wallet) async throws(WalletCoreError) in
            try await wallet.recovery.complete(new: pin)
        }
        if outcome == .recovered {
            wallet.status.note(.active, isProven: true)
            // A wallet that was locked meanwhile stays locked; the new PIN opens it.
            try? unlock(ifStillIn: epoch)
        }
        return outcome
    }
}
