// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
package import WalletInterface

extension WalletCore {
    /// Prefetches the challenge of the next `unlock(pin:)`, so that the sixth digit costs one request.
    ///
    /// Failures are silent: the unlock then fetches its own challenge. The provider counts the request as the account's first use; it removes an
    /// account that is not used within a day.
    ///
    /// Fetches nothing without a wallet, for a revoked wallet or a blocked version, and while the app is in the background. An expired policy does
    /// not prevent it, because the policy is renewed before the unlock.
    package func prepareUnlock() async {
        guard !lockKeeper.isInBackground, let wallet = try? admitted(.prepareUnlock) else { return }
        await prepareUnlock(wallet, timeout: .seconds(10))
    }

    /// Prefetches the challenge of the next unlock, or of the settlement if a PIN change has to be resolved first.
    func prepareUnlock(_ wallet: OpenWallet, timeout: Duration) async {
        try? await shared.providerMutex.run { () async throws(WalletCoreError) in
            try admit(.prepareUnlock)
            let instruction = try wallet.pinChange.mustSettle() ? Instruction.settlePINChange : .checkPIN
            try await wallet.channel.prepareChallenge(for: instruction, timeout: timeout)
        }
    }

    /// Checks a PIN with the provider and unlocks the wallet if it is right (PF2.8/1.1).
    ///
    /// While the outcome of a PIN change is unknown, the PIN resolves it: the old PIN reverts the change, the new PIN completes it, and any other
    /// PIN is one wrong attempt.
    ///
    /// After an error with an unknown outcome, a call with the same PIN sends the same bytes again, so that an attempt is counted once. A challenge
    /// that the provider refuses, which counts nothing, is replaced once.
    ///
    /// - Returns: the outcome; a wrong PIN is an outcome.
    /// - Throws: `notRegistered`; `versionBlocked`, `policyExpired`; `noInternet`, `serverUnreachable`; `walletRejected`, `walletRevoked`; `locked`
    ///   if `lock()` was called during the call and the PIN was right; a store error; `unexpected`. The lock's state does not change then.
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
        }
        wallet.attempts.noteTry(outcome)
        // Biometrics must not unlock a permanently blocked wallet either.
        if outcome == .permanentlyBlocked { try await wallet.biometrics.forget() }
        return outcome
    }
}
