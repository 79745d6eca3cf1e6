// SPDX-License-Identifier: EUPL-1.2

/// The card of an event, as it was at that time.
package struct EventCard: Sendable, Hashable {
    /// The card, which may no longer exist.
    package let id: CardID
    /// The card's name.
    package let name: LocalizedText
    /// The issuer, without a logo. In events of earlier versions of the app it has only a name, and its identifier is empty.
    package let issuer: CardIssuer

    package init(id: CardID, name: LocalizedText, issuer: CardIssuer) {
        self.id = id
        self.name = name
        self.issuer = issuer
    }
}
