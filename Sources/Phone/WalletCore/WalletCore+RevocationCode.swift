// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol
package import WalletInterface

extension WalletCore {
    /// The deletion code (UC2.1/1.6).
    ///
    /// - Throws: `notRegistered`, `locked`, `platformMissing`, `notInitialized`, or a store error.
    package func revocationCode() throws(WalletCoreError) -> RevocationCode {
        let stored = try storedRevocationCode(admitted(.revocationCode))
        guard let code = try? RevocationCode(parsing: stored.text) else {
            throw WalletCoreError(.storeDamaged, "the stored deletion code is malformed")
        }
        return code
    }

    /// The user has written the deletion code down (UC2.1/1.6a). It also tells the provider, silently, that the account is used.
    ///
    /// - Throws: `notRegistered`, `locked`, `platformMissing`, `notInitialized`, or a store error.
    package func confirmRevocationCode() async throws(WalletCoreError) {
        let running = try admitted(.confirmRevocationCode)
        var stored = try storedRevocationCode(running)
        stored.isConfirmed = true
        let confirmed = stored
        try running.store.change { changes throws(WalletCoreError) in try changes.set(.revocationCode, to: confirmed) }
        await prepareUnlock(running, timeout: .seconds(3))
    }

    /// Whether the user has written the deletion code down; until then the wallet is not to be used for anything else.
    ///
    /// - Throws: `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func isRevocationCodeConfirmed() throws(WalletCoreError) -> Bool {
        try storedRevocationCode(admitted(.isRevocationCodeConfirmed)).isConfirmed
    }

    private func storedRevocationCode(_ running: Running) throws(WalletCoreError) -> StoredRevocationCode {
        guard let stored = try running.store.value(.revocationCode) else {
            throw WalletCoreError(.notRegistered, "there is no remote PIN")
        }
        return stored
    }
}
