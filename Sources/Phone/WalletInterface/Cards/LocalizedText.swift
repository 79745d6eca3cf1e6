// SPDX-License-Identifier: EUPL-1.2

/// A text of an issuer in the languages that it has it in.
package struct LocalizedText: Sendable, Hashable, Codable {
    /// A text in one language.
    package struct Entry: Sendable, Hashable, Codable {
        /// The language (BCP 47); nil when the issuer does not say.
        package let locale: String?
        /// The text.
        package let text: String

        /// A text in one language.
        package init(locale: String?, text: String) {
            self.locale = locale
            self.text = text
        }
    }

    /// The texts, in the issuer's order.
    package let entries: [Entry]

    /// A text.
    package init(_ entries: [Entry]) { self.entries = entries }

    /// The text for a language: in exactly that one, else in another region's form of it, else in English, else the first; nil without any.
    package func text(in language: String) -> String? {
        Self.best(of: entries, for: language, locale: \.locale)?.text
    }

    /// The entry that a reader of a language is shown.
    static func best<Element>(of entries: [Element], for language: String, locale: (Element) -> String?) -> Element? {
        func primary(_ tag: String?) -> String? { tag?.split(separator: "-").first.map { $0.lowercased() } }
        return entries.first { locale($0)?.lowercased() == language.lowercased() }
            ?? entries.first { primary(locale($0)) == primary(language) } ?? entries.first { primary(locale($0)) == "en" } ?? entries.first
    }
}
