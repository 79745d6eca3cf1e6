// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import WalletInterface

/// Finds out whether what is stored of the cards can still be read: neither the start nor the store's sentinel looks at that.
///
/// Each row opens at its own place only, as it was written there once, and the sealed list names all of a card's: one that opens is the one
/// that was written, and one that is missing is missed. So reading them is proof enough, and no digest of them is kept.
///
/// - SeeAlso: threats F-D1, F-D2.
extension CardShelf {
    /// Reads everything that is stored of the cards that were not read since the process began, card by card, for as long as the wallet is
    /// open. The observer of the cards is told of those that cannot be read.
    ///
    /// - Throws: a store error other than damage; what was not read then is read after the next unlock.
    func checkAll() async throws(WalletCoreError) {
        let entries = try self.entries()
        let ids = Set(entries.map(\.id))
        checks = checks.filter { ids.contains($0.key) }
        for entry in entries where checks[entry.id] == nil {
            // Calls that wait for the core come first: nothing waits for this check.
            await Task.yield()
            guard lock.isOpen, !Task.isCancelled, context.isPresent else { return }
            try check(entry)
        }
    }

    /// Reads everything that is stored of one card.
    ///
    /// - Throws: a store error other than damage.
    func check(_ entry: CardEntry) throws(WalletCoreError) {
        let isWhole = try context.store.opens(.card(entry.id))
        let areWhole = isWhole ? try allOpen(entry.sdJWTs + entry.mdocs, context.store) : false
        guard (checks.updateValue(areWhole, forKey: entry.id) ?? true) != areWhole else { return }
        show()
    }

    private func allOpen(_ copies: [String], _ store: SealedStore) throws(WalletCoreError) -> Bool {
        for name in copies { guard try store.opens(.copy(name)) else { return false } }
        return true
    }
}
