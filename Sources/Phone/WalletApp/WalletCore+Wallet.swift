// SPDX-License-Identifier: EUPL-1.2

package import WalletCore

extension WalletCore: Wallet {
    // The core's own members of these names follow; until then no wallet is revoked, and none can be erased.

    /// No wallet is known to be revoked.
    package func setWalletStatusStream() -> AsyncStream<WalletStatus> {
        AsyncStream { continuation in continuation.yield(.active) }
    }
    /// No wallet is known to be revoked.
    package func determineWalletStatus() -> WalletStatus { .active }
    /// Nothing was shown.
    package func confirmRevocationShown() {}
    /// Refuses.
    ///
    /// - Throws: `unexpected`.
    package func wipe() throws { throw WalletCoreError(.unexpected, "the core cannot erase a wallet yet") }
}
