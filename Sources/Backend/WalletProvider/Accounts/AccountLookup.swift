// SPDX-License-Identifier: EUPL-1.2

package import HSM
package import ProviderProtocol

/// A read-only lookup of accounts for support.
package struct AccountLookup: Sendable {
    private let store: any AccountStore
    private let hsm: any HSM

    package init(store: any AccountStore, hsm: any HSM) {
        self.store = store
        self.hsm = hsm
    }

    /// Returns the account of a wallet, or nil for an unknown wallet.
    ///
    /// - Throws: `AccountStoreError`.
    package func account(of walletID: WalletID) async throws -> Account? {
        try await store.account(of: walletID, withMessage: 0, recordedWithin: 0)?.account
    }

    /// Returns the account of the wallet with this deletion code, or nil if no wallet has the code.
    ///
    /// - Throws: `AccountStoreError`, `HSMError`.
    package func account(withRevocationCode code: RevocationCode) async throws -> Account? {
        guard let walletID = try await store.wallet(withRevocationCodeMark: hsm.mark(of: code)) else { return nil }
        return try await account(of: walletID)
    }
}
