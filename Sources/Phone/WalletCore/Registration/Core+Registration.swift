// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

extension Core {
    /// The reason why a new PIN is too simple, or nil (PF2.9/1.2). Independent of the core's state.
    package nonisolated func policyViolation(of pin: PIN) -> PINPolicyViolation? { pin.withDigits(PINPolicy.violation) }

    /// Sets up the remote PIN (PF2.9/1.5): registers the wallet with the provider. The wallet is then unlocked, unless `lock()` was called
    /// during the call.
    ///
    /// After an error with an unknown outcome, a call with the same PIN sends the same bytes again while their challenge is valid; the
    /// provider then returns the same wallet. Any other call starts a new registration. Of two concurrent calls, the second finds the
    /// wallet registered.
    ///
    /// - Throws: `alreadyRegistered`; `versionBlocked`, `policyExpired`; `walletRevoked` if no new wallets are accepted; `deviceInsecure`;
    ///   `noInternet`, `serverUnreachable`, `clockWrong`; `hardwareFailed`; a store error; `unexpected`, also for a PIN that the policy
    ///   refuses.
    package func register(pin: PIN) async throws(WalletCoreError) {
        try admit(.register)
        let epoch = lockKeeper.epoch
        guard policyViolation(of: pin) == nil else { throw WalletCoreError(.unexpected, "the PIN is too simple") }
        try await admitted(.register, in: shared.providerMutex) { (wallet) async throws(WalletCoreError) in
            try await wallet.registrar.register(pin)
        }
        try? unlock(ifStillIn: epoch)
        // The account's first use: the provider removes an account that is not used within a day.
        _ = try? await refreshWalletStatus(timeout: .seconds(3))
    }
}
