// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import WalletInterface

/// Checks that the stored rows of the cards can be read. Neither the start nor the store's sentinel checks them.
///
/// A row can be opened only at the place where it was written, and the sealed entry names all rows of its card. So a row that opens is
/// unchanged, and a missing row is noticed; no digest of the rows is needed.
///
/// - SeeAlso: threats-and-faults.md, F-D1, F-D2.
extension CardShelf {
    /// Reads all stored rows of the cards that this process has not read yet, card by card, while the wallet is unlocked. Publishes the
    /// cards that cannot be read.
    ///
    /// - Throws: a store error other than damage; the unread cards are read after the next unlock.
    func checkAll() async throws(WalletCoreError) {
        let ids = try entries().map(\.id)
        let present = Set(ids)
        checks = checks.filter { present.contains($0.key) }
        for id in ids where checks[id] == nil {
            // Calls that wait for the core run first.
            await Task.yield()
            guard lock.isOpen, !Task.isCancelled, context.isPresent else { return }
            // A call may have replaced the card, or spent a copy of it: the row is then gone, and nothing is damaged.
            guard let entry = try entry(id) else { continue }
            try check(entry)
        }
    }

    /// Reads all stored rows of one card.
    ///
    /// - Throws: a store error other than damage.
    func check(_ entry: CardEntry) throws(WalletCoreError) {
        let isWhole = try context.store.opens(.card(entry.id))
        let areWhole = isWhole ? try allOpen(entry.copyNames, context.store) : false
        guard (checks.updateValue(areWhole, forKey: entry.id) ?? true) != areWhole else { return }
        show()
    }

    private func allOpen(_ copies: [String], _ store: SealedStore) throws(WalletCoreError) -> Bool {
        for name in copies { guard try store.opens(.copy(name)) else { return false } }
        return true
    }
}
