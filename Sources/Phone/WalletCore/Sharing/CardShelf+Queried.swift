// SPDX-License-Identifier: EUPL-1.2

import DCQL
import SDJWT
import WalletInterface

/// The cards that a verifier's query is asked of.
extension CardShelf {
    /// Reads a copy of every card in each format, newest card first. Independent of any query, so that neither its work nor its order
    /// tells which cards were asked for.
    ///
    /// - Parameter parents: the types that a type of card extends, nearest first, as the configuration lists them for sharing.
    /// - Throws: `locked`, `notRegistered` if the wallet was erased during the call, or a store error other than damage of a card's rows.
    func queried(parents: [String: [String]]) async throws(WalletCoreError) -> QueriedCards {
        try requireOpen()
        let (now, maximumAge) = (context.trueNow, context.maximumStatusAge)
        var cards = QueriedCards()
        for listed in try entries().reversed() {
            // Calls that wait for the core run first.
            await Task.yield()
            try requireOpen()
            // A call may have replaced the card, spent a copy of it, or learnt that it is revoked.
            guard let entry = try self.entry(listed.id) else { continue }
            guard let credentials = try credentials(of: entry, parents) else {
                try check(entry)
                cards.noteUnreadable(entry.id)
                continue
            }
            for (credential, alwaysShown) in credentials {
                let usability = entry.usability(as: credential.format, at: now, maximumAge: maximumAge)
                cards.append(
                    credential, of: entry.id, usability, copy: entry.nextCopy(as: credential.format), alwaysShown: alwaysShown)
            }
        }
        return cards
    }

    private func requireOpen() throws(WalletCoreError) {
        guard context.isPresent else { throw WalletCoreError(.notRegistered, "the wallet was erased during the call") }
        guard lock.isOpen else { throw WalletCoreError(.locked, "the wallet is locked") }
    }

    /// A card's credentials, each with what it always shows; nil if one of its rows is missing or damaged.
    private func credentials(
        of entry: CardEntry, _ parents: [String: [String]]
    ) throws(WalletCoreError) -> [(credential: QueriedCredential, alwaysShown: [ClaimPath])]? {
        guard checks[entry.id] != false else { return nil }
        var credentials: [(credential: QueriedCredential, alwaysShown: [ClaimPath])] = []
        for format in [QueriedFormat.sdJWT, .mdoc] {
            guard let name = entry.nextCopy(as: format) ?? entry.spentCopy(as: format) else { continue }
            let reference = QueriedCards.reference(entry.id, as: format)
            guard let copy = try readCopy(name, as: format),
                let credential = copy.contents.queried(as: reference, type: entry.type, parents: parents)
            else { return nil }
            credentials.append((credential, copy.contents.alwaysShown))
        }
        return credentials
    }
}
