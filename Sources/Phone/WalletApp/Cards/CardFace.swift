// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

/// A card as it looks: what its issuer says of its looks, in every language, and how it is.
package struct CardFace: Sendable, Hashable {
    private let id: CardID
    /// Names the card: the value of the control that opens it.
    package var value: String { id.text }
    /// Its name.
    package let name: Text
    /// Who issued it.
    package let issuer: Text
    /// How it is.
    package let badge: Badge
    /// Whose it is; nil in a list, and where the card does not say.
    package private(set) var holder: CardHolder?
    /// The row that pressing it takes; nil when it is only looked at.
    package private(set) var row: Row?
    private let styles: [CardStyle]
    private let pictures: [CardPictures]

    /// A card of the list, with small pictures at most.
    package init(_ summary: CardSummary) {
        self.init(summary, pictures: summary.logos)
    }

    /// A card of which everything is known.
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

    /// The same, to be opened.
    func opened(by row: Row) -> CardFace {
        var face = self
        face.row = row
        return face
    }

    /// The colours for a reader of a language; nil for the app's own.
    package func colors(in language: Language) -> CardColors? { CardColors(CardStyle.best(of: styles, for: language.rawValue)) }

    /// The logo for a reader of a language; nil without one that is shown.
    package func logo(in language: Language) -> EmbeddedPicture? { EmbeddedPicture(pictures(in: language)?.logo) }

    /// What the logo shows; nil when the issuer does not say.
    package func logoText(in language: Language) -> String? { pictures(in: language)?.logoText }

    /// The picture behind everything; nil without one that is shown.
    package func background(in language: Language) -> EmbeddedPicture? { EmbeddedPicture(pictures(in: language)?.background) }

    private func pictures(in language: Language) -> CardPictures? { CardPictures.best(of: pictures, for: language.rawValue) }
}

extension CardSummary {
    /// The card's name, in every language that its issuer has it in.
    var name: Text {
        Text("value.text", .localized(LocalizedText(styles.map { LocalizedText.Entry(locale: $0.locale, text: $0.name) })))
    }
}
