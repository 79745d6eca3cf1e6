// SPDX-License-Identifier: EUPL-1.2

import DCQL
import OpenID4VP
import OpenID4VPWallet
import WalletConfiguration
import WalletInterface

extension Sharing {
    /// A request beside the cards as they are now.
    ///
    /// - Throws: `locked`, `notRegistered`, a store error.
    func draft(_ live: LiveSharing, _ received: ReceivedRequest) async throws(WalletCoreError) -> SharingDraft {
        let epoch = cards.lock.epoch
        let queried = try await cards.queried(parents: live.settings.typeParents)
        let match = DCQLMatch(received.request.query, in: queried.credentials)
        var known: [CardID: SharingDraft.KnownCard] = [:]
        for query in match.queries {
            // Of the cards that do not answer, only the nearest is shown.
            for reference in query.candidates.map(\.reference) + query.nearestFirst.prefix(1) {
                guard let card = queried.cards[reference], known[card.id] == nil else { continue }
                known[card.id] = try knownCard(card.id)
            }
        }
        return SharingDraft(live: live, received: received, cards: queried, match: match, known: known, lockEpoch: epoch)
    }

    /// A card's parts for the offer; nil if it is gone or a row of it cannot be read.
    private func knownCard(_ id: CardID) throws(WalletCoreError) -> SharingDraft.KnownCard? {
        guard let entry = try cards.entry(id), try context.store.opens(.card(id)), let card = try context.store.value(.card(id)) else {
            return nil
        }
        return SharingDraft.KnownCard(entry: entry, summary: cards.summary(of: entry), names: card.names)
    }
}
