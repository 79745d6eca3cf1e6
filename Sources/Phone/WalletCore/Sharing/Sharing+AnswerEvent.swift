// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

extension Sharing {
    /// The event of an answer: names of the data, no values.
    ///
    /// - Throws: a store error.
    func event(_ answer: SignedAnswer, at now: Date) throws(WalletCoreError) -> StoredEvent {
        let language = try context.store.value(.language)
        var shared: [StoredSharingEvent.Card] = []
        var first: CardSummary?
        for part in answer.offer.parts {
            let ids = answer.approval.choice.cards[part.id] ?? []
            for card in part.cards where ids.contains(card.summary.id) {
                first = first ?? card.summary
                shared.append(
                    StoredSharingEvent.Card(
                        card: card.summary.id, name: card.summary.storedName.cut(for: language),
                        issuer: StoredText(card.summary.issuerName).cut(for: language),
                        claims: card.claims.map { StoredSharingEvent.Claim($0.claim.path, $0.claim.name, language) }))
            }
        }
        let told = ToldSharing(
            state: .offered, isLogin: answer.offer.isLogin, organization: answer.offer.organization, asked: live?.told?.asked ?? [],
            warnings: answer.offer.warnings(of: answer.approval.choice), leavesOutRegistration: live?.told?.leavesOutRegistration ?? false)
        let sharing = StoredSharingEvent(
            told, answer.offer.arrival, .mayHaveArrived, cards: shared, reason: nil, language: language)
        return StoredEvent(
            kind: WalletEvent.Kind.shared.rawValue, date: now, card: first?.id, cardName: shared.first?.name ?? StoredText([]),
            issuerName: shared.first?.issuer ?? StoredText([]), sharing: sharing)
    }
}

extension CardSummary {
    /// The names by language, as the store keeps them.
    fileprivate var storedName: StoredText { StoredText(styles.map { StoredText.Entry(locale: $0.locale, text: $0.name) }) }
}
