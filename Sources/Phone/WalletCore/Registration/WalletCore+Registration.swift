// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

extension WalletCore {
    /// Why a new PIN is too simple; nil when it is not (PF2.9/1.2). It needs nothing of the core's state.
    package nonisolated func policyViolation(of pin: PIN) -> PINPolicyViolation? { pin.withDigits(PINPolicy.violation) }

    /// Sets up the remote PIN (PF2.9/1.5): registers the wallet with the provider. Afterwards the wallet is unlocked, unless `lock()` was called
    /// meanwhile.
    ///
    /// After an error with an unknown outcome a call with the same PIN sends the same bytes again as long as their challenge lives; the
    /// provider then gives the same wallet. Any other call begins a new registration. Of two calls at once the second finds the wallet
    /// registered.
    ///
    /// - Throws: `alreadyRegistered`; `versionBlocked`, `policyExpired`; `walletRevoked` when no new wallets are taken; `deviceInsecure`;
    ///   `noInternet`, `serverUnreachable`; a store error; `unexpected`, also for a PIN that the policy refuses.
    package func register(pin: PIN) async throws(WalletCoreError) {
        let wallet = try admitted(.register)
        let epoch = lockKeeper.epoch
        guard policyViolation(of: pin) == nil else { throw WalletCoreError(.unexpected, "the PIN is too simple") }
        try await admitted(.register, in: shared.providerMutex) { (wallet) async throws(WalletCoreError) in
            try await wallet.registrar.register(pin)
        }
        try? unlock(ifStillIn: epoch)
        // The first use: without one the provider removes the account after a day.
        await prepareUnlock(wallet, timeout: .seconds(3))
    }
}
