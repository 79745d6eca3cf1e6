// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

/// A sentence by its key in the string catalogue, with what is filled in. Screens hold these, never sentences.
package struct Text: Sendable, Hashable, ExpressibleByStringLiteral {
    /// What is filled in.
    package enum Argument: Sendable, Hashable {
        /// A whole number; it also chooses between singular and plural.
        case number(Int)
        /// A text that is the same in every language: a code, a version.
        case verbatim(String)
        /// A text that its author has in several languages; empty without any.
        case localized(LocalizedText)
        /// A day, or a month or year of which no more is known.
        case day(CalendarDay)
        /// A country by its two letters (ISO 3166-1).
        case country(String)
        /// Other sentences, with what stands between them.
        case texts([Text], separator: String)
    }

    /// The key in `Localizable.xcstrings`.
    package let key: String
    /// What is filled in, in the order of the catalogue's `%1$…` placeholders.
    package let arguments: [Argument]

    /// Names a sentence.
    package init(_ key: String, _ arguments: Argument...) {
        self.key = key
        self.arguments = arguments
    }

    /// A sentence without arguments.
    package init(stringLiteral key: String) {
        self.key = key
        arguments = []
    }
}
