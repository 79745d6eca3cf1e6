// SPDX-License-Identifier: EUPL-1.2

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
