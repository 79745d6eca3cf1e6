// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

extension WalletContext {
    /// Writes an event that belongs to the history of no card, in a transaction of its own. If the history is switched off, or the wallet is
    /// being erased, it writes nothing.
    ///
    /// - Throws: a store error.
    func write(_ event: StoredEvent) throws(WalletCoreError) {
        guard isPresent else { return }
        var writer = try EventWriter(store)
        guard writer.isKept else { return }
        try store.change { changes throws(WalletCoreError) in
            try writer.add(event, in: &changes)
            try writer.finish(&changes)
        }
    }
}
