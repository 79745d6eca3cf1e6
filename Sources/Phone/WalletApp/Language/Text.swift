// SPDX-License-Identifier: EUPL-1.2

package import WalletCore

/// A sentence by its key in the string catalogue, with what is filled in. Screens hold these, never sentences.
package struct Text: Sendable, Hashable, ExpressibleByStringLiteral {
    /// What is filled in.
    package enum Argument: Sendable, Hashable {
        /// A whole number; it also chooses between singular and plural.
        case number(Int)
        /// A text that is the same in every language: a code, a version.
        case verbatim(String)
        /// A text that another party has in several languages.
        case localized(LocalizedText)
        /// A date, written out.
        case day(CalendarDay)
        /// A country by its code of two letters, by its name; another code stays as it is.
        case country(String)
        /// Sentences, with a comma between them.
        case list([Text])
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

    /// What is filled in and nothing else.
    package init(_ argument: Argument) { self.init("common.asIs", argument) }
}
