// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// Names a card of the wallet.
package struct CardID: Sendable, Hashable, Codable, CustomStringConvertible {
    /// Random, base64url.
    package let text: String

    /// The name alone; it says nothing of the person.
    package var description: String { text }

    /// A name.
    package init(_ text: String) { self.text = text }
}

/// How a card is (UC7.2/1.1).
package enum CardStatus: String, Sendable, Hashable, CaseIterable {
    /// It is valid.
    case valid
    /// It is valid, and its end is near.
    case expiresSoon
    /// Its time is over.
    case expired
    /// The issuer has taken it back.
    case revoked
    /// The issuer has taken it back for a time.
    case suspended
    /// Its time has not begun.
    case notYetValid
    /// What is stored of it cannot be read.
    case corrupted
    /// Whether the issuer has taken it back is not known: it was not told for too long, or says something that nobody here knows.
    case unknown
}

/// How a card is shown in one language, without pictures.
package struct CardStyle: Sendable, Hashable, Codable {
    /// The language (BCP 47); nil when the issuer does not say.
    package let locale: String?
    /// The card's name.
    package let name: String
    /// A description.
    package let description: String?
    /// `#rgb` or `#rrggbb`.
    package let backgroundColor: String?
    /// `#rgb` or `#rrggbb`.
    package let textColor: String?

    /// How a card is shown.
    package init(locale: String?, name: String, description: String? = nil, backgroundColor: String? = nil, textColor: String? = nil) {
        self.locale = locale
        self.name = name
        self.description = description
        self.backgroundColor = backgroundColor
        self.textColor = textColor
    }

    /// That for a reader of a language; nil without any.
    package static func best(of styles: [CardStyle], for language: String) -> CardStyle? {
        LocalizedText.best(of: styles, for: language, locale: \.locale)
    }
}

/// A card as the dashboard shows it (UC7.1).
package struct CardSummary: Sendable, Hashable {
    /// Its name.
    package let id: CardID
    /// Whether it is the person's PID.
    package let isPID: Bool
    /// How it is shown, in several languages; at least one.
    package let styles: [CardStyle]
    /// The issuer's name.
    package let issuerName: LocalizedText
    /// When it was issued to this wallet, by the phone's clock.
    package let issuedAt: Date
    /// From when on it is valid; nil when it does not say.
    package let validFrom: Date?
    /// Until when it is valid; nil when it does not end.
    package let expiresAt: Date?
    /// How it was when the summary was made.
    package let status: CardStatus
    /// The issuer's logos and patterns that are kept with the list, one a language; none where it has none or they are large.
    package let logos: [CardPictures]

    /// A card.
    package init(
        id: CardID, isPID: Bool, styles: [CardStyle], issuerName: LocalizedText, issuedAt: Date, validFrom: Date?, expiresAt: Date?,
        status: CardStatus, logos: [CardPictures] = []
    ) {
        self.id = id
        self.isPID = isPID
        self.styles = styles
        self.issuerName = issuerName
        self.issuedAt = issuedAt
        self.validFrom = validFrom
        self.expiresAt = expiresAt
        self.status = status
        self.logos = logos
    }

    /// How it is shown to a reader of a language; nil only without any style.
    package func style(in language: String) -> CardStyle? { CardStyle.best(of: styles, for: language) }
}

/// The wallet's cards, as the dashboard observes them.
package enum Cards: Sendable, Hashable {
    /// The wallet is locked or there is none: nothing may be seen.
    case hidden
    /// The wallet is open, and the list of its cards cannot be read.
    case unreadable
    /// The cards, the PID first, the others as they came.
    case shown([CardSummary])
}
