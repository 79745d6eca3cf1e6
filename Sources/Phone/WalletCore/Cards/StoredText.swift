// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// An issuer's text with its translations, as the store keeps it.
struct StoredText: Codable, Sendable, Equatable {
    /// The text in one language.
    struct Entry: Codable, Sendable, Equatable {
        /// The language (BCP 47); nil if undeclared.
        let locale: String?
        let text: String

        private enum CodingKeys: String, CodingKey { case locale, text }
    }

    /// The texts, in the issuer's order.
    let entries: [Entry]

    private enum CodingKeys: String, CodingKey { case entries }

    init(_ entries: [Entry]) { self.entries = entries }

    /// The stored form of a text that is shown.
    init(_ text: LocalizedText) { entries = text.entries.map { Entry(locale: $0.locale, text: $0.text) } }

    /// The text as it is shown.
    var shown: LocalizedText { LocalizedText(entries.map { LocalizedText.Entry(locale: $0.locale, text: $0.text) }) }
}
