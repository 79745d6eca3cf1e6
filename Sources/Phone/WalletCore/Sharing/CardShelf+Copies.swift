// SPDX-License-Identifier: EUPL-1.2

import DCQL
import ProviderProtocol
import WalletInterface

/// A copy that no verifier has received, chosen for one answer.
struct UnusedCopy: Sendable, Hashable {
    let card: CardID
    let format: QueriedFormat
    /// The name in the store, which no other copy ever gets.
    let name: String
    /// The copy's key at the provider.
    let key: WalletKeyID
    let contents: CopyContents
}

/// Copies for answers. Each goes into one answer (UC5.1/1.7).
extension CardShelf {
    /// The copy to disclose next, the one that `queried` reads; nil if the card is gone or has none left in this format. Asked twice, it
    /// returns the same copy until that is spent.
    ///
    /// - Throws: a store error; `storeDamaged` also if the copy cannot be read.
    func unusedCopy(of card: CardID, as format: QueriedFormat) throws(WalletCoreError) -> UnusedCopy? {
        guard let entry = try entry(card), let name = entry.nextCopy(as: format) else { return nil }
        guard let copy = try readCopy(name, as: format), let key = try? WalletKeyID(parsing: copy.keyID) else {
            try check(entry)
            throw WalletCoreError(.storeDamaged, "a copy of a card cannot be read")
        }
        return UnusedCopy(card: card, format: format, name: name, key: key, contents: copy.contents)
    }

    /// Adds the writes that take copies out of their cards and put their keys on the idle list, and gives the answer's event its place in
    /// the histories of these cards. The caller performs them in the same transaction as its own, before anything that a copy's key has
    /// signed leaves the phone. They are not given back if sending fails.
    ///
    /// - Parameters:
    ///   - copies: for one answer. A copy that answers two queries may be listed twice.
    ///   - writer: of the caller's transaction.
    /// - Returns: the number and the links of the answer's event; nil if a card is gone, was replaced, or no longer has the copy. Then
    ///   nothing is added.
    /// - Throws: a store error.
    func spend(
        _ copies: [UnusedCopy], writer: inout EventWriter, in changes: inout StoreChanges
    ) throws(WalletCoreError) -> EventWriter.Reservation? {
        var idle = try context.store.value(.idleKeys) ?? []
        var entries: [CardEntry] = []
        var removed: [String] = []
        var seen: Set<String> = []
        for copy in copies where seen.insert(copy.name).inserted {
            let index: Int
            if let known = entries.firstIndex(where: { $0.id == copy.card }) {
                index = known
            } else {
                guard let entry = try entry(copy.card) else { return nil }
                index = entries.count
                entries.append(entry)
            }
            guard entries[index].spend(copy.name, as: copy.format) else { return nil }
            if entries[index].spentCopy(as: copy.format) != copy.name { removed.append(copy.name) }
            idle.append(copy.key.text)
        }
        let place = writer.reserve(for: &entries)
        guard !entries.isEmpty else { return place }
        for entry in entries { try changes.set(.cardEntry(entry.id), to: entry) }
        for name in removed { changes.remove(.copy(name)) }
        try changes.set(.idleKeys, to: idle)
        return place
    }

    /// Reads and parses a copy; nil if it is missing or damaged.
    ///
    /// - Throws: a store error other than damage.
    func readCopy(_ name: String, as format: QueriedFormat) throws(WalletCoreError) -> (keyID: String, contents: CopyContents)? {
        do throws(WalletCoreError) {
            guard let copy = try context.store.value(.copy(name)), let contents = CopyContents(copy.credential, as: format) else {
                return nil
            }
            return (copy.keyID, contents)
        } catch {
            guard error.code == .storeDamaged else { throw error }
            return nil
        }
    }
}
