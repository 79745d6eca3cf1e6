// SPDX-License-Identifier: EUPL-1.2

package import HSM
package import ProviderProtocol

/// Finds accounts for support. It changes nothing.
package struct AccountLookup: Sendable {
    private let store: any AccountStore
    private let hsm: any HSM

    /// A lookup in a store.
    package init(store: any AccountStore, hsm: any HSM) {
        self.store = store
        self.hsm = hsm
    }

    /// The account of a wallet; nil when there is none.
    ///
    /// - Throws: `AccountStoreError`.
    package func account(of walletID: WalletID) async throws -> Account? {
        try await store.account(of: walletID, withMessage: 0, recordedWithin: 0)?.account
    }

    /// The account of the wallet with a deletion code; nil when no wallet has the code.
    ///
    /// - Throws: `AccountStoreError`, `HSMError`.
    package func account(withRevocationCode code: RevocationCode) async throws -> Account? {
        guard let walletID = try await store.wallet(withRevocationCodeMark: hsm.mark(of: code)) else { return nil }
        return try await account(of: walletID)
    }
}
