// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// The part of an event that says who received what: names only, no values.
struct StoredSharingEvent: Codable, Sendable, Equatable {
    /// The organization's name.
    let organization: String
    /// The identifier of the legal person.
    let identifier: String?
    let isLogin: Bool
    var outcome: String
    let cards: [Card]
    /// Why the organization's address for the browser was not followed (`RedirectRefusal`); nil if it was, or if it gave none.
    var refusedAddress: String?

    private enum CodingKeys: String, CodingKey { case organization, identifier, isLogin, outcome, cards, refusedAddress }

    /// A card that was shared from.
    struct Card: Codable, Sendable, Equatable {
        let card: CardID
        let name: StoredText
        let claims: [Claim]

        private enum CodingKeys: String, CodingKey { case card, name, claims }
    }

    /// The name of a piece of data.
    struct Claim: Codable, Sendable, Equatable {
        let path: [String]
        let name: StoredText

        private enum CodingKeys: String, CodingKey { case path, name }
    }

    /// The event as it is shown. An outcome of a later version of the app counts as the most careful one.
    var shown: SharingEvent {
        SharingEvent(
            organizationName: organization, organizationID: identifier, isLogin: isLogin,
            outcome: SharingEvent.Outcome(rawValue: outcome) ?? .mayHaveArrived,
            cards: cards.map { card in
                SharingEvent.Card(
                    id: card.card, name: card.name.shown, claims: card.claims.map { AskedClaim(path: $0.path, name: $0.name.shown) })
            }, refusedAddress: refusedAddress)
    }
}
