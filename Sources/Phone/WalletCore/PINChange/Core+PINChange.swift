// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

extension Core {
    /// The state of a pending PIN change, with the PIN that certainly works. Uses no network.
    ///
    /// - Throws: `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func pinChangeState() throws(WalletCoreError) -> PINChangeState {
        guard let change = try admitted(.pinChangeState).store.value(.pendingPINChange) else { return .none }
        return .pending(certain: change.certain)
    }

    /// Prefetches the beacon of the next `changePIN` while the PINs are typed, so that the last digit costs one round trip for the start
    /// and one for the settlement.
    ///
    /// Failures are silent: the change then fetches its own beacon. Fetches nothing for a locked wallet or for an app in the background.
    package func preparePINChange() async {
        guard !lockKeeper.isInBackground else { return }
        try? await admitted(.preparePINChange, in: shared.providerMutex) { (wallet) async throws(WalletCoreError) in
            try await wallet.pinChange.prepare()
        }
    }

    /// Changes the PIN (UC2.6/1.2): the provider checks the old PIN and stores the new PIN's key, then the new PIN completes the change.
    /// The lock's state does not change; a `lock()` during the call does not stop the change.
    ///
    /// At any time one of the two PINs works. If the outcome is unknown, the same call sends the same bytes again; with other PINs, or
    /// later, `old` first resolves the earlier change. Once the provider may have judged a PIN, it is sent under a fresh beacon only if the
    /// user enters it again.
    ///
    /// - Parameters:
    ///   - old: the PIN in force; while a change is pending, its old or new PIN.
    ///   - new: a PIN that `policyViolation(of:)` accepts.
    /// - Returns: the outcome. After `outcomeUnknown`, `pinChangeState()` is pending, unless another process has resolved the change.
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`; `versionBlocked`, `policyExpired`; `noInternet`,
    ///   `serverUnreachable` if nothing was changed; `walletRejected`, `walletRevoked`; a store error, after which `pinChangeState()`
    ///   returns the state; `unexpected`, also for a PIN that the policy refuses.
    package func changePIN(from old: PIN, to new: PIN) async throws(WalletCoreError) -> PINChangeOutcome {
        let wallet = try admitted(.changePIN)
        guard policyViolation(of: new) == nil else { throw WalletCoreError(.unexpected, "the PIN is too simple") }
        // The design has no row for equal PINs, and a settlement could not determine which PIN is in force.
        guard new != old else { return .unchanged }
        let outcome = try await admitted(.changePIN, in: shared.providerMutex) { (wallet) async throws(WalletCoreError) in
            try await wallet.pinChange.change(from: old, to: new)
        }
        // Biometrics must not unlock a permanently blocked wallet either.
        if outcome == .permanentlyBlocked { try await wallet.biometrics.forget() }
        return outcome
    }
}
