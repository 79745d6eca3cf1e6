// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
package import WalletInterface

extension Core {
    /// Prefetches the beacon of the next `unlock(pin:)`, so that the sixth digit costs one request.
    ///
    /// Failures are silent: the unlock then fetches its own beacon. The request does not name the wallet.
    ///
    /// Fetches nothing without a wallet, for a revoked wallet or a blocked version, and while the app is in the background. An expired
    /// policy does not prevent it, because the policy is renewed before the unlock.
    package func prepareUnlock() async {
        guard !lockKeeper.isInBackground, let wallet = try? admitted(.prepareUnlock) else { return }
        try? await shared.providerMutex.run { () async throws(WalletCoreError) in
            try admit(.prepareUnlock)
            try await wallet.channel.prepareBeacon(timeout: .seconds(10))
        }
    }

    /// Checks a PIN with the provider and unlocks the wallet if it is right (PF2.8/1.1).
    ///
    /// While the outcome of a PIN change is unknown, the PIN resolves it: the old PIN reverts the change, the new PIN completes it, and any
    /// other PIN is one wrong attempt.
    ///
    /// After an error with an unknown outcome, a call with the same PIN sends the same bytes again, so that an attempt is counted once. A
    /// refused beacon counts no attempt; the call fetches a new beacon and tries once more.
    ///
    /// - Returns: the outcome; a wrong PIN is an outcome.
    /// - Throws: `notRegistered`; `versionBlocked`, `policyExpired`; `noInternet`, `serverUnreachable`; `walletRejected`, `walletRevoked`;
    ///   `deviceKeyLost`, with any PIN; `hardwareFailed`; `locked` if `lock()` was called during the call and the PIN was right; a store
    ///   error; `unexpected`. After an error the lock's state is unchanged.
    package func unlock(pin: PIN) async throws(WalletCoreError) -> PINCheck {
        let wallet = try admitted(.unlock)
        let epoch = lockKeeper.epoch
        let outcome = try await admitted(.unlock, in: shared.providerMutex) { (wallet) async throws(WalletCoreError) in
            try await wallet.verifier.verify(pin)
        }
        if outcome == .valid {
            // A valid PIN also proves that the wallet is active.
            wallet.status.note(.active, isProven: true)
            try unlock(ifStillIn: epoch)
            wallet.attempts.closeTries()
            wallet.attempts.noteRightPIN()
            // Repeats work that needs a PIN and failed before.
            await wallet.issuance.discloseRecoveryCode(pin)
            await wallet.issuance.deleteIdleKeys(pin)
            // The network may have been slow. The time of the PIN begins when the app learns that it was right.
            wallet.attempts.renewRightPIN()
        }
        wallet.attempts.noteTry(outcome)
        // Biometrics must not unlock a permanently blocked wallet either.
        if outcome == .permanentlyBlocked { try await wallet.biometrics.forget() }
        return outcome
    }
}
