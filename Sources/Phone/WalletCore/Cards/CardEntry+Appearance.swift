// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

extension CardEntry {
    /// The appearance of a card in one language, without pictures, as the store keeps it.
    struct Style: Codable, Sendable, Equatable {
        /// The language (BCP 47); nil if undeclared.
        let locale: String?
        let name: String
        let description: String?
        /// `#rgb` or `#rrggbb`.
        let backgroundColor: String?
        /// `#rgb` or `#rrggbb`.
        let textColor: String?

        private enum CodingKeys: String, CodingKey { case locale, name, description, backgroundColor, textColor }

        /// The style as it is shown.
        var shown: CardStyle {
            CardStyle(locale: locale, name: name, description: description, backgroundColor: backgroundColor, textColor: textColor)
        }
    }

    /// The pictures of a card in one language, each an address, as the store keeps them.
    struct Pictures: Codable, Sendable, Equatable {
        /// The language (BCP 47); nil if undeclared.
        let locale: String?
        let logo: String?
        /// The text alternative of the logo.
        let logoText: String?
        /// The background picture.
        let background: String?

        private enum CodingKeys: String, CodingKey { case locale, logo, logoText, background }

        /// The pictures as they are shown.
        var shown: CardPictures { CardPictures(locale: locale, logo: logo, logoText: logoText, background: background) }
    }
}
