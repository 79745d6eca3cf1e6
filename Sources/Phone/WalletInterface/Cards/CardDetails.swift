// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// A card with all that it holds (UC7.2).
package struct CardDetails: Sendable, Hashable {
    /// What the dashboard shows of it.
    package let summary: CardSummary
    /// Its pictures, by language; empty without any.
    package let pictures: [CardPictures]
    /// What it says, in the issuer's order.
    package let claims: [CardClaim]
    /// Who issued it.
    package let issuer: CardIssuer

    /// A card.
    package init(summary: CardSummary, pictures: [CardPictures], claims: [CardClaim], issuer: CardIssuer) {
        self.summary = summary
        self.pictures = pictures
        self.claims = claims
        self.issuer = issuer
    }
}

/// The pictures of a card in one language. Each is an address: `data:` with the picture itself, or `https`, which is not fetched here.
package struct CardPictures: Sendable, Hashable, Codable {
    /// The language (BCP 47); nil when the issuer does not say.
    package let locale: String?
    /// The logo.
    package let logo: String?
    /// What to say instead of the logo.
    package let logoText: String?
    /// The picture behind everything.
    package let background: String?

    /// Pictures.
    package init(locale: String?, logo: String?, logoText: String?, background: String?) {
        self.locale = locale
        self.logo = logo
        self.logoText = logoText
        self.background = background
    }

    /// Those for a reader of a language; nil without any.
    package static func best(of pictures: [CardPictures], for language: String) -> CardPictures? {
        LocalizedText.best(of: pictures, for: language, locale: \.locale)
    }
}

/// Who issued a card.
package struct CardIssuer: Sendable, Hashable, Codable {
    /// The issuer's identifier, an address.
    package let identifier: String
    /// Its name.
    package let name: LocalizedText
    /// Its logo, an address as in ``CardPictures``.
    package let logo: String?
    /// How its certificate calls it, common name or organisation; nil when it does not say.
    package let certifiedName: String?

    /// An issuer.
    package init(identifier: String, name: LocalizedText, logo: String?, certifiedName: String?) {
        self.identifier = identifier
        self.name = name
        self.logo = logo
        self.certifiedName = certifiedName
    }
}

/// One thing that a card says.
package struct CardClaim: Sendable, Hashable {
    /// Where it stands in the credential; names only.
    package let path: [String]
    /// What the issuer calls it; empty when it has no name for it.
    package let name: LocalizedText
    /// What it says.
    package let value: CardValue

    /// A claim.
    package init(path: [String], name: LocalizedText, value: CardValue) {
        self.path = path
        self.name = name
        self.value = value
    }
}

/// A value as it is to be shown.
package indirect enum CardValue: Sendable, Hashable {
    /// A text. Dates are texts, too: `2000-02-29`, and with parts missing `2000-02` or `2000`.
    case text(String)
    /// A number.
    case number(String)
    /// Yes or no.
    case truth(Bool)
    /// A picture, as a `data:` address.
    case picture(String)
    /// Several values.
    case list([CardValue])
    /// Named values.
    case group([Member])

    /// A named value.
    package struct Member: Sendable, Hashable {
        /// The name in the credential.
        package let name: String
        /// The value.
        package let value: CardValue

        /// A named value.
        package init(name: String, value: CardValue) {
            self.name = name
            self.value = value
        }
    }
}

/// Something that happened to a card (UC6.1, UC6.2).
package struct CardEvent: Sendable, Hashable {
    /// What happened.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The card came into the wallet.
        case issued
        /// The card took the place of an earlier one.
        case renewed
        /// It is known since then that the issuer has taken it back.
        case revoked
    }

    /// Counts all events of the wallet, from 1.
    package let number: Int64
    /// What happened.
    package let kind: Kind
    /// When, by the phone's clock.
    package let date: Date
    /// Which card it was; it may be gone.
    package let card: CardID
    /// How that card was called then.
    package let cardName: LocalizedText
    /// Who issued it.
    package let issuerName: LocalizedText

    /// An event.
    package init(number: Int64, kind: Kind, date: Date, card: CardID, cardName: LocalizedText, issuerName: LocalizedText) {
        self.number = number
        self.kind = kind
        self.date = date
        self.card = card
        self.cardName = cardName
        self.issuerName = issuerName
    }
}

/// Events, the newest first, as far as they can be read.
package struct CardEvents: Sendable, Hashable, RandomAccessCollection {
    /// Those that can be read.
    package let readable: [CardEvent]
    /// How many were met that cannot be read, or are gone. Whose they were is not known.
    package let unreadableCount: Int

    /// Events.
    package init(_ readable: [CardEvent], unreadableCount: Int = 0) {
        self.readable = readable
        self.unreadableCount = unreadableCount
    }

    /// Of the newest that can be read.
    package var startIndex: Int { readable.startIndex }
    /// Behind the oldest that can be read.
    package var endIndex: Int { readable.endIndex }
    /// One that can be read.
    package subscript(position: Int) -> CardEvent { readable[position] }
}
