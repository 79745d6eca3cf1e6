// SPDX-License-Identifier: EUPL-1.2

/// An issuer's text with its translations.
package struct LocalizedText: Sendable, Hashable {
    /// The text in one language.
    package struct Entry: Sendable, Hashable {
        /// The language (BCP 47); nil if undeclared.
        package let locale: String?
        package let text: String

        package init(locale: String?, text: String) {
            self.locale = locale
            self.text = text
        }
    }

    /// The texts, in the issuer's order.
    package let entries: [Entry]

    package init(_ entries: [Entry]) { self.entries = entries }

    /// Returns the text for a language: in exactly that language, else in a different regional form of that language, else in English, else
    /// the first text; nil if there is no text.
    package func text(in language: String) -> String? {
        Self.best(of: entries, for: language, locale: \.locale)?.text
    }

    /// Returns the entry for a language.
    static func best<Element>(of entries: [Element], for language: String, locale: (Element) -> String?) -> Element? {
        func primary(_ tag: String?) -> String? { tag?.split(separator: "-").first.map { $0.lowercased() } }
        return entries.first { locale($0)?.lowercased() == language.lowercased() }
            ?? entries.first { primary(locale($0)) == primary(language) } ?? entries.first { primary(locale($0)) == "en" } ?? entries.first
    }
}
