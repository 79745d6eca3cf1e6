// SPDX-License-Identifier: EUPL-1.2

import WalletProvider

extension AccountStoreError {
    /// Nothing was done, and nothing will be.
    static let late = AccountStoreError(.unavailable, "the database was not reached before the request's deadline")
    /// It may still be done.
    static let stillAtWork = AccountStoreError(.outcomeUnknown, "the database was still at work at the request's deadline")
}
