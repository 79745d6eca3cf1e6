// SPDX-License-Identifier: EUPL-1.2

package import CalendarDays
package import Foundation

/// The identifier of a card in the wallet.
package struct CardID: Sendable, Hashable, Codable, CustomStringConvertible {
    /// Random, in base64url.
    package let text: String

    private enum CodingKeys: String, CodingKey { case text }

    /// The identifier, which is not personal.
    package var description: String { text }

    package init(_ text: String) { self.text = text }
}

/// The status of a card (UC7.2/1.1).
package enum CardStatus: String, Sendable, Hashable, CaseIterable {
    case valid
    /// Valid, but close to its expiry.
    case expiresSoon
    case expired
    /// Revoked by the issuer.
    case revoked
    /// Temporarily suspended by the issuer.
    case suspended
    /// Its validity has not begun.
    case notYetValid
    /// The stored data cannot be read.
    case corrupted
    /// The revocation status is unknown: the last known status is too old, or has an unknown value.
    case unknown
}

/// The appearance of a card in one language, without pictures.
package struct CardStyle: Sendable, Hashable {
    /// The language (BCP 47); nil if undeclared.
    package let locale: String?
    package let name: String
    package let description: String?
    /// `#rgb` or `#rrggbb`.
    package let backgroundColor: String?
    /// `#rgb` or `#rrggbb`.
    package let textColor: String?

    package init(locale: String?, name: String, description: String? = nil, backgroundColor: String? = nil, textColor: String? = nil) {
        self.locale = locale
        self.name = name
        self.description = description
        self.backgroundColor = backgroundColor
        self.textColor = textColor
    }

    /// Returns the style for a language; nil if there are no styles.
    package static func best(of styles: [CardStyle], for language: String) -> CardStyle? {
        LocalizedText.best(of: styles, for: language, locale: \.locale)
    }
}

/// A card as the dashboard shows it (UC7.1).
package struct CardSummary: Sendable, Hashable {
    package let id: CardID
    /// True if it is the user's PID.
    package let isPID: Bool
    /// The styles by language; at least one.
    package let styles: [CardStyle]
    package let issuerName: LocalizedText
    /// The true time of issuance to this wallet.
    package let issuedAt: Date
    /// The start of the validity; nil if undeclared.
    package let validFrom: Date?
    /// The end of the validity; nil for no end.
    package let expiresAt: Date?
    /// The time zone in which the issuer counts days, from the wallet's configuration.
    package let zone: TimeZone
    /// The status when the summary was made.
    package let status: CardStatus
    /// The issuer's logos and patterns stored with the list, one per language; absent if they are large.
    package let logos: [CardPictures]
    /// At least this many answers can still be made with the card: its unused copies, of several formats the smallest number. 0 if one format
    /// has run out, so that some verifiers or all get no answer; nil if the number is not known.
    package let copiesLeft: Int?
    /// The true time at which the card replaced an earlier one; nil if it replaced none, or if an earlier version of the app renewed it.
    package let renewedAt: Date?

    package init(
        id: CardID, isPID: Bool, styles: [CardStyle], issuerName: LocalizedText, issuedAt: Date, validFrom: Date?, expiresAt: Date?,
        zone: TimeZone = .gmt, status: CardStatus, logos: [CardPictures] = [], copiesLeft: Int? = nil, renewedAt: Date? = nil
    ) {
        self.id = id
        self.isPID = isPID
        self.styles = styles
        self.issuerName = issuerName
        self.issuedAt = issuedAt
        self.validFrom = validFrom
        self.expiresAt = expiresAt
        self.zone = zone
        self.status = status
        self.logos = logos
        self.copiesLeft = copiesLeft
        self.renewedAt = renewedAt
    }

    /// The first day of the validity, where the issuer is; nil if undeclared.
    package var firstDay: CalendarDay? { validFrom.map { CalendarDay($0, in: zone) } }

    /// The last day of the validity, where the issuer is; nil for no end. It is the same wherever the phone is.
    package var lastDay: CalendarDay? { expiresAt.map { CalendarDay(lastBefore: $0, in: zone) } }

    /// Returns the style for a language; nil only without any style.
    package func style(in language: String) -> CardStyle? { CardStyle.best(of: styles, for: language) }
}

/// The wallet's cards, as the dashboard observes them.
package enum Cards: Sendable, Hashable {
    /// The wallet is locked or absent: nothing may be visible.
    case hidden
    /// The wallet is unlocked, but its list of cards cannot be read.
    case unreadable
    /// The cards: the PID first, then the other cards in order of issuance.
    case shown([CardSummary])
}
