// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

/// The appearance of a card in every language, with its status.
package struct CardFace: Sendable, Hashable {
    private let id: CardID
    /// The identity of the card: the value of the control that opens it.
    package var value: String { id.text }
    package let name: Text
    package let issuer: Text
    package let badge: Badge
    /// The holder; nil for a card that names no holder.
    package private(set) var holder: CardHolder?
    /// The row that pressing takes; nil for a card that cannot be opened.
    package private(set) var row: Row?
    private let styles: [CardStyle]
    private let pictures: [CardPictures]

    /// A card in a list, with the issuer's small pictures only.
    ///
    /// - Parameter holder: the holder; nil if the card names none.
    package init(_ summary: CardSummary, holder: CardHolder? = nil) {
        self.init(summary, pictures: summary.logos)
        self.holder = holder
    }

    /// A card with all its details.
    package init(_ details: CardDetails) {
        self.init(details.summary, pictures: details.pictures)
        holder = CardHolder(details.claims)
    }

    private init(_ summary: CardSummary, pictures: [CardPictures]) {
        id = summary.id
        name = summary.name
        issuer = Text("value.text", .localized(summary.issuerName))
        badge = Badge(summary)
        styles = summary.styles
        self.pictures = pictures
    }

    /// Returns the card as a control that takes a row.
    func opened(by row: Row) -> CardFace {
        var face = self
        face.row = row
        return face
    }

    /// Returns the colours for a language; nil for the app's own.
    package func colors(in language: Language) -> CardColors? { CardColors(CardStyle.best(of: styles, for: language.rawValue)) }

    /// Returns the logo for a language; nil if absent or not supported.
    package func logo(in language: Language) -> EmbeddedPicture? { EmbeddedPicture(pictures(in: language)?.logo) }

    /// Returns the description of the logo; nil if absent.
    package func logoText(in language: Language) -> String? { pictures(in: language)?.logoText }

    /// Returns the background picture; nil if absent or not supported.
    package func background(in language: Language) -> EmbeddedPicture? { EmbeddedPicture(pictures(in: language)?.background) }

    private func pictures(in language: Language) -> CardPictures? { CardPictures.best(of: pictures, for: language.rawValue) }
}

extension CardSummary {
    /// The card's name, in all languages that its issuer provides.
    var name: Text { Text("value.text", .localized(localizedName)) }

    /// The card's name, as an argument of a text.
    var localizedName: LocalizedText { LocalizedText(styles.map { LocalizedText.Entry(locale: $0.locale, text: $0.name) }) }
}
