// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

/// Calls of the history and the deletion of a card. They only throw, until they are built: this file must not reach the main branch.
extension Core {
    /// Not built.
    package func noteReport(_ subject: ReportSubject, to contact: EventContact) throws(WalletCoreError) {
        throw try unbuilt(.noteReport)
    }

    /// Not built.
    package func noteDeletionAsked(of event: Int64, by contact: EventContact) throws(WalletCoreError) {
        throw try unbuilt(.noteDeletionAsked)
    }

    /// Not built.
    package func exportHistory(in language: String) throws(WalletCoreError) -> [UInt8] { throw try unbuilt(.exportHistory) }

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
