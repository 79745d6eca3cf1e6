// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// An event. Its row is written once; the deletion of the event replaces the row by one that has only links.
struct StoredEvent: Codable, Sendable, Equatable {
    /// The raw value of a `WalletEvent.Kind`, or ``erasedKind``.
    let kind: String
    /// The true time; the reference date for an erased event.
    let date: Date
    /// The card, of several the first; nil if no card took part.
    let card: CardID?
    /// The card's name by language; empty without a card.
    let cardName: StoredText
    /// The issuer's name by language; empty without a card.
    let issuerName: StoredText
    /// More on the card's issuer; nil without a card, and in events of earlier versions of the app.
    var issuer: StoredIssuer?
    /// The organization, the data and the outcome.
    var sharing: StoredSharingEvent?
    /// The number of the event that a report or a wish for deletion is about.
    var about: Int64?
    /// The body that was turned to with a report or a wish for deletion.
    var contact: StoredContact?
    /// One link for each card to whose history the event belongs; empty for none. Nil in events of earlier versions of the app.
    var links: [Link]?
    /// Of an erased event, the number of the older row to read next: the erased ones between them are passed over. Nil for the row before.
    var skip: Int64?

    private enum CodingKeys: String, CodingKey {
        case kind, date, card, cardName, issuerName, issuer, sharing, about, contact, links, skip
    }

    /// The kind of an event that the person has deleted.
    static let erasedKind = "erased"

    /// Joins the events of a card and of those that it replaced: each event names the one before.
    struct Link: Codable, Sendable, Equatable {
        /// The card at the time of the event.
        let card: CardID
        /// The first of the cards that `card` replaced; nil if it replaced none.
        var line: CardID?
        /// The card that `card` replaced with this event.
        var was: CardID?
        /// The number of the event before; 0 if there is none, nil if it is not known.
        var previous: Int64?

        private enum CodingKeys: String, CodingKey { case card, line, was, previous }
    }

    /// The row of a deleted event: links, and nothing that it told.
    static func erased(_ links: [Link], skip: Int64? = nil) -> StoredEvent {
        StoredEvent(
            kind: erasedKind, date: Date(timeIntervalSinceReferenceDate: 0), card: nil, cardName: StoredText([]),
            issuerName: StoredText([]), links: links, skip: skip)
    }

    /// True if the person has deleted the event.
    var isErased: Bool { kind == Self.erasedKind }
}

extension StoredEvent {
    /// An event of the wallet, without a card.
    init(_ kind: WalletEvent.Kind, at date: Date) {
        self.init(kind: kind.rawValue, date: date, card: nil, cardName: StoredText([]), issuerName: StoredText([]))
    }
}

/// The data of a card's issuer that an event keeps beside its name.
struct StoredIssuer: Codable, Sendable, Equatable {
    /// The issuer's identifier, an address.
    let identifier: String
    /// The name in its certificate; nil if absent.
    let certifiedName: String?

    private enum CodingKeys: String, CodingKey { case identifier, certifiedName }

    init(_ issuer: StoredCard.Issuer) {
        identifier = issuer.identifier
        certifiedName = issuer.certifiedName
    }
}

/// The body that the person turned to, as an event keeps it.
struct StoredContact: Codable, Sendable, Equatable {
    /// The raw value of an `EventContact.Body`.
    let body: String
    /// The raw value of an `EventContact.Way`.
    let way: String
    let name: String?

    private enum CodingKeys: String, CodingKey { case body, way, name }

    init(_ contact: EventContact) {
        body = contact.body.rawValue
        way = contact.way.rawValue
        name = contact.name
    }

    /// The body as it is shown; nil if a later version of the app wrote it.
    var shown: EventContact? {
        guard let body = EventContact.Body(rawValue: body), let way = EventContact.Way(rawValue: way) else { return nil }
        return EventContact(body: body, way: way, name: name)
    }
}

extension CardEntry {
    /// The stored event for a change of the card.
    ///
    /// - Parameter issuer: the card's issuer; nil if it cannot be read.
    func event(_ kind: WalletEvent.Kind, at date: Date, issuer: StoredCard.Issuer? = nil) -> StoredEvent {
        StoredEvent(
            kind: kind.rawValue, date: date, card: id,
            cardName: StoredText(styles.map { StoredText.Entry(locale: $0.locale, text: $0.name) }),
            issuerName: issuerName, issuer: issuer.map(StoredIssuer.init))
    }
}

extension StoreKey where Value == StoredEvent {
    /// An event, numbered from 1.
    static func event(_ number: Int64) -> Self { Self(.event, String(number)) }
}
