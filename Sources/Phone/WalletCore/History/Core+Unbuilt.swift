// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

/// Calls of the history and the deletion of a card. They only throw, until they are built: this file must not reach the main branch.
extension Core {
    /// Not built.
    package func deleteCard(_ id: CardID) throws(WalletCoreError) { throw try unbuilt(.deleteCard) }

    /// The error of an admitted call that is not built.
    ///
    /// - Throws: as `admit`.
    private func unbuilt(_ call: CoreCall) throws(WalletCoreError) -> WalletCoreError {
        try admit(call)
        return WalletCoreError(.unexpected, "\(call.rawValue) is not built")
    }
}
