// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

extension StoredEvent {
    /// The event as it is shown; nil if the person has deleted it, or if its kind is one of a later version of the app.
    func shown(as number: Int64) -> WalletEvent? {
        guard let kind = WalletEvent.Kind(rawValue: self.kind) else { return nil }
        return WalletEvent(
            number: number, kind: kind, date: date, card: shownCard, sharing: sharing?.shown, about: about, contact: contact?.shown)
    }

    /// The card as it is shown; nil if no card took part.
    private var shownCard: EventCard? {
        guard let card, !card.text.isEmpty else { return nil }
        let issuer = CardIssuer(
            identifier: issuer?.identifier ?? "", name: issuerName.shown, logo: nil, certifiedName: issuer?.certifiedName)
        return EventCard(id: card, name: cardName.shown, issuer: issuer)
    }
}
