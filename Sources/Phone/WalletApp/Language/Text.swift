// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

/// A text by its key in the string catalogue, with its arguments. Screens contain keys, never literal texts.
package struct Text: Sendable, Hashable, ExpressibleByStringLiteral {
    /// An argument of a text.
    package enum Argument: Sendable, Hashable {
        /// A whole number; it also selects singular or plural.
        case number(Int)
        /// A text that is the same in every language, such as a code or a version.
        case verbatim(String)
        /// A text with translations by its author; empty without any.
        case localized(LocalizedText)
        /// A date with a day, or only a month or year.
        case day(WrittenDate)
        /// A country by its two letters (ISO 3166-1).
        case country(String)
        /// Other texts and their separator.
        case texts([Text], separator: String)
    }

    /// The key in `Localizable.xcstrings`.
    package let key: String
    /// The arguments, in the order of the catalogue's `%1$…` placeholders.
    package let arguments: [Argument]

    package init(_ key: String, _ arguments: Argument...) {
        self.key = key
        self.arguments = arguments
    }

    /// A text without arguments.
    package init(stringLiteral key: String) {
        self.key = key
        arguments = []
    }
}
