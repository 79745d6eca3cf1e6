// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// The removal of cards: of one that the person deletes (UC7.4), and of one that another replaces.
extension CardShelf {
    /// The identifiers of the keys of a card's copies that no verifier has received. Those of the other copies are on the idle list already.
    ///
    /// A copy that cannot be read does not prevent the removal of its card. Its key is unknown and is deleted with the account.
    ///
    /// - Throws: a store error other than damage.
    func keys(of entry: CardEntry) throws(WalletCoreError) -> [String] {
        var keys: [String] = []
        for name in entry.sdJWTs + entry.mdocs {
            if let key = try key(ofCopy: name) { keys.append(key) }
        }
        return keys
    }

    private func key(ofCopy name: String) throws(WalletCoreError) -> String? {
        do throws(WalletCoreError) {
            return try context.store.value(.copy(name))?.keyID
        } catch {
            guard error.code == .storeDamaged else { throw error }
            return nil
        }
    }

    /// Adds the writes that remove all rows of a card.
    static func remove(_ entry: CardEntry, in changes: inout StoreChanges) {
        changes.remove(.cardEntry(entry.id))
        changes.remove(.card(entry.id))
        for name in entry.copyNames { changes.remove(.copy(name)) }
    }

    /// Deletes a card in one transaction: its rows go, its keys come to the idle list, and an event tells of it. The events of the card stay.
    ///
    /// - Throws: a store error; the card is then whole, unless a write that failed late was done.
    func delete(_ entry: CardEntry) throws(WalletCoreError) {
        let idle = try context.store.value(.idleKeys) ?? []
        let keys = try keys(of: entry)
        // A card that cannot be read is deleted nevertheless.
        let issuer = try? context.store.value(.card(entry.id))?.issuer
        let event = entry.event(.deleted, at: context.trueNow, issuer: issuer)
        var last = entry
        var writer = try EventWriter(context.store)
        // Also after an error: a write that failed late was done.
        defer { forget(entry.id) }
        try context.store.change { changes throws(WalletCoreError) in
            try writer.add(event, to: &last, in: &changes)
            try writer.finish(&changes)
            Self.remove(entry, in: &changes)
            if !keys.isEmpty { try changes.set(.idleKeys, to: idle + keys) }
        }
    }

    /// Shows the cards that are left, and drops what memory has of a card and of its status lists.
    private func forget(_ card: CardID) {
        checks[card] = nil
        show()
        keepStatusLists(of: (try? entries()) ?? [])
    }
}
