// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

extension WalletCore {
    /// Whether a PIN change is to be settled, and which PIN surely works meanwhile. No network.
    ///
    /// - Throws: `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func pinChangeState() throws(WalletCoreError) -> PINChangeState {
        guard let change = try admitted(.pinChangeState).store.value(.pendingPINChange) else { return .none }
        return .pending(certain: change.certain)
    }

    /// Fetches what the next `changePIN` needs ahead, while the PINs are typed: the last digit then costs the start of the change and its
    /// settlement, one round trip each. Failures are silent: the change then fetches its own challenges. A locked wallet fetches nothing, nor
    /// an app in the background, nor a wallet whose start has no answer yet: a later message would make it stale.
    package func preparePINChange() async {
        guard !lockKeeper.isInBackground else { return }
        try? await admitted(.preparePINChange, in: shared.providerMutex) { (wallet) async throws(WalletCoreError) in
            try await wallet.pinChange.prepare()
        }
    }

    /// Changes the PIN (UC2.6/1.2): the provider checks the old one and takes the key of the new one beside it, and then the new one settles
    /// the change. The lock stays as it is; a `lock()` meanwhile does not stop a change that has begun.
    ///
    /// At every moment one of the two PINs works. When the outcome is unknown the same call sends the same bytes again; with other PINs, or
    /// later, the earlier change is settled with `old` first. No PIN is ever sent under a fresh challenge that the provider may have judged
    /// before, unless its user enters it again.
    ///
    /// - Parameters:
    ///   - old: the PIN in force; while a change is pending the old or the new one of that.
    ///   - new: a PIN that `policyViolation(of:)` accepts.
    /// - Returns: the outcome. After `outcomeUnknown` `pinChangeState()` is pending, unless another process has settled the change meanwhile.
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`; `versionBlocked`, `policyExpired`; `noInternet`,
    ///   `serverUnreachable` when nothing came of it; `walletRejected`, `walletRevoked`; a store error, after which `pinChangeState()` tells
    ///   the state; `unexpected`, also for a PIN that the policy refuses.
    package func changePIN(from old: PIN, to new: PIN) async throws(WalletCoreError) -> PINChangeOutcome {
        let wallet = try admitted(.changePIN)
        guard policyViolation(of: new) == nil else { throw WalletCoreError(.unexpected, "the PIN is too simple") }
        // The design has no row for it, and a settlement could not say which of the two PINs it has found.
        guard new != old else { return .unchanged }
        let outcome = try await admitted(.changePIN, in: shared.providerMutex) { (wallet) async throws(WalletCoreError) in
            try await wallet.pinChange.change(from: old, to: new)
        }
        // A wallet that is blocked for good does not open by face or finger either.
        if outcome == .permanentlyBlocked { try await wallet.biometrics.forget() }
        return outcome
    }
}
