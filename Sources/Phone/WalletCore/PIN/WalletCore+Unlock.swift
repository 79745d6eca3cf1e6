// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
package import WalletInterface

extension WalletCore {
    /// Fetches the challenge of the next `unlock(pin:)` ahead, so that the sixth digit costs one request. Failures are silent: the unlock
    /// then fetches its own challenge. The provider counts it as the account's first use, without which it removes the account after a day.
    ///
    /// Nothing is fetched without a wallet, for a revoked wallet or a blocked version, or while the app is in the background. An expired policy
    /// does not prevent it: the policy is renewed before the PIN counts.
    package func prepareUnlock() async {
        guard !lockKeeper.isInBackground, let wallet = try? admitted(.prepareUnlock) else { return }
        await prepareUnlock(wallet, timeout: .seconds(10))
    }

    /// Fetches the challenge of the next unlock ahead: of the settlement, when a PIN change is to be settled first.
    func prepareUnlock(_ wallet: OpenWallet, timeout: Duration) async {
        try? await shared.providerMutex.run { () async throws(WalletCoreError) in
            try admit(.prepareUnlock)
            let instruction = try wallet.pinChange.mustSettle() ? Instruction.settlePINChange : .checkPIN
            try await wallet.channel.prepareChallenge(for: instruction, timeout: timeout)
        }
    }

    /// Checks a PIN with the provider and unlocks when it is right (PF2.8/1.1).
    ///
    /// While the outcome of a PIN change is unknown the PIN settles it: the old PIN takes the change back, the new PIN completes it, and
    /// another PIN is one wrong attempt.
    ///
    /// After an error with an unknown outcome a call with the same PIN sends the same bytes again, so that an attempt is counted once. A
    /// challenge that the provider refuses, which counts nothing, is replaced once.
    ///
    /// - Returns: the outcome; a wrong PIN is an outcome.
    /// - Throws: `notRegistered`; `versionBlocked`, `policyExpired`; `noInternet`, `serverUnreachable`; `walletRejected`, `walletRevoked`;
    ///   `locked` when `lock()` was called meanwhile and the PIN was right; a store error; `unexpected`. The lock stays as it is.
    package func unlock(pin: PIN) async throws(WalletCoreError) -> PINCheck {
        let wallet = try admitted(.unlock)
        let epoch = lockKeeper.epoch
        let outcome = try await admitted(.unlock, in: shared.providerMutex) { (wallet) async throws(WalletCoreError) in
            try await wallet.verifier.verify(pin)
        }
        if outcome == .valid {
            // The answer to the right PIN also says that the wallet is active.
            wallet.status.note(.active, isProven: true)
            try unlock(ifStillIn: epoch)
            wallet.attempts.closeTries()
            wallet.attempts.noteRightPIN()
            // Work that needs a PIN and failed before.
            await wallet.issuance.discloseRecoveryCode(pin)
            await wallet.issuance.deleteIdleKeys(pin)
        }
        wallet.attempts.noteTry(outcome)
        // A wallet that is blocked for good does not open by face or finger either.
        if outcome == .permanentlyBlocked { try await wallet.biometrics.forget() }
        return outcome
    }
}
