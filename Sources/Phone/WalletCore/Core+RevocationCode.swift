// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol
package import WalletInterface

extension Core {
    /// The deletion code (UC2.1/1.6).
    ///
    /// - Throws: `notRegistered`, `locked`, `platformMissing`, `notInitialized`, or a store error.
    package func revocationCode() throws(WalletCoreError) -> RevocationCode {
        let stored = try admitted(.revocationCode).context.revocationCode()
        guard let code = try? RevocationCode(parsing: stored.text) else {
            throw WalletCoreError(.storeDamaged, "the stored deletion code is malformed")
        }
        return code
    }

    /// Records that the user has written the deletion code down (UC2.1/1.6a), and reports to the provider in the background that the
    /// account is in use.
    ///
    /// - Throws: `notRegistered`, `locked`, `platformMissing`, `notInitialized`, or a store error.
    package func confirmRevocationCode() async throws(WalletCoreError) {
        let wallet = try admitted(.confirmRevocationCode)
        var stored = try wallet.context.revocationCode()
        stored.isConfirmed = true
        let confirmed = stored
        try wallet.store.change { changes throws(WalletCoreError) in try changes.set(.revocationCode, to: confirmed) }
        _ = try? await refreshWalletStatus(timeout: .seconds(3))
    }

    /// True if the user has written the deletion code down. Before that the wallet must not be used for anything else.
    ///
    /// - Throws: `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func isRevocationCodeConfirmed() throws(WalletCoreError) -> Bool {
        try admitted(.isRevocationCodeConfirmed).context.isRevocationCodeConfirmed()
    }
}
