// SPDX-License-Identifier: EUPL-1.2

import WalletProvider

extension AccountStoreError {
    /// The work never started and never will.
    static let late = AccountStoreError(.unavailable, "the database was not reached before the request's deadline")
    /// The work may still complete.
    static let stillAtWork = AccountStoreError(.outcomeUnknown, "the database was still at work at the request's deadline")
}
