// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// A card with all its data (UC7.2).
package struct CardDetails: Sendable, Hashable {
    /// The dashboard's view of the card.
    package let summary: CardSummary
    /// The pictures by language; empty if there are none.
    package let pictures: [CardPictures]
    /// The claims, in the issuer's order.
    package let claims: [CardClaim]
    package let issuer: CardIssuer

    package init(summary: CardSummary, pictures: [CardPictures], claims: [CardClaim], issuer: CardIssuer) {
        self.summary = summary
        self.pictures = pictures
        self.claims = claims
        self.issuer = issuer
    }
}

/// The pictures of a card in one language. Each is an address: `data:` with the picture itself, or `https`, which is not fetched.
package struct CardPictures: Sendable, Hashable {
    /// The language (BCP 47); nil if undeclared.
    package let locale: String?
    package let logo: String?
    /// The text alternative of the logo.
    package let logoText: String?
    /// The background picture.
    package let background: String?

    package init(locale: String?, logo: String?, logoText: String?, background: String?) {
        self.locale = locale
        self.logo = logo
        self.logoText = logoText
        self.background = background
    }

    /// Returns the pictures for a language; nil if there are no pictures.
    package static func best(of pictures: [CardPictures], for language: String) -> CardPictures? {
        LocalizedText.best(of: pictures, for: language, locale: \.locale)
    }
}

/// The issuer of a card.
package struct CardIssuer: Sendable, Hashable {
    /// The issuer's identifier, an address.
    package let identifier: String
    package let name: LocalizedText
    /// The logo, an address as in ``CardPictures``.
    package let logo: String?
    /// The name in its certificate, common name or organisation; nil if absent.
    package let certifiedName: String?

    package init(identifier: String, name: LocalizedText, logo: String?, certifiedName: String?) {
        self.identifier = identifier
        self.name = name
        self.logo = logo
        self.certifiedName = certifiedName
    }
}

/// One claim of a card.
package struct CardClaim: Sendable, Hashable {
    /// The path in the credential, as names only.
    package let path: [String]
    /// The issuer's label; empty if there is none.
    package let name: LocalizedText
    package let value: CardValue

    package init(path: [String], name: LocalizedText, value: CardValue) {
        self.path = path
        self.name = name
        self.value = value
    }
}

/// A value of a claim, for display.
package indirect enum CardValue: Sendable, Hashable {
    /// A text. Dates are texts, too: `2000-02-29`, and with parts missing `2000-02` or `2000`.
    case text(String)
    case number(String)
    case truth(Bool)
    /// A picture, as a `data:` address.
    case picture(String)
    case list([CardValue])
    case group([Member])

    /// A named value.
    package struct Member: Sendable, Hashable {
        /// The name in the credential.
        package let name: String
        package let value: CardValue

        package init(name: String, value: CardValue) {
            self.name = name
            self.value = value
        }
    }
}

/// An event in the history of a card (UC6.1, UC6.2).
package struct CardEvent: Sendable, Hashable {
    /// The kind of an event.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The card was added to the wallet.
        case issued
        /// The card replaced an earlier card.
        case renewed
        /// The wallet detected that the issuer had revoked the card.
        case revoked
        /// Data of the card were shared, or may have been (UC5.1, UC5.2); `sharing` has the details.
        case shared
    }

    /// The number of the event among all events of the wallet, from 1.
    package let number: Int64
    package let kind: Kind
    /// The true time.
    package let date: Date
    /// The card, which may no longer exist.
    package let card: CardID
    /// The card's name at that time.
    package let cardName: LocalizedText
    package let issuerName: LocalizedText
    /// The receiver and the data; nil for other kinds.
    package let sharing: SharingEvent?

    package init(
        number: Int64, kind: Kind, date: Date, card: CardID, cardName: LocalizedText, issuerName: LocalizedText,
        sharing: SharingEvent? = nil
    ) {
        self.number = number
        self.kind = kind
        self.date = date
        self.card = card
        self.cardName = cardName
        self.issuerName = issuerName
        self.sharing = sharing
    }
}

/// Events, newest first, with a count of the unreadable events.
package struct CardEvents: Sendable, Hashable, RandomAccessCollection {
    package let readable: [CardEvent]
    /// The number of unreadable or missing events. Their cards are unknown.
    package let unreadableCount: Int

    package init(_ readable: [CardEvent], unreadableCount: Int = 0) {
        self.readable = readable
        self.unreadableCount = unreadableCount
    }

    /// The index of the newest readable event.
    package var startIndex: Int { readable.startIndex }
    /// The index after the oldest readable event.
    package var endIndex: Int { readable.endIndex }
    /// The readable event at an index.
    package subscript(position: Int) -> CardEvent { readable[position] }
}
