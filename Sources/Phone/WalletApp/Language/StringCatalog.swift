// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The app's sentences, read from its string catalogue as it is.
package struct StringCatalog: Sendable {
    /// By key and language: the sentence, or its plural forms.
    private let sentences: [String: [String: Sentence]]

    private enum Sentence: Sendable {
        case plain(String)
        case plural(one: String, other: String)
    }

    /// Why the catalogue cannot be used.
    package struct Unreadable: Error, CustomStringConvertible {
        /// What is the matter, for a developer.
        package let description: String
    }

    /// Reads the catalogue that ships with the app.
    ///
    /// - Throws: `Unreadable` when it is missing or not a string catalogue.
    package static func load() throws(Unreadable) -> StringCatalog {
        guard let url = Bundle.module.url(forResource: "Localizable", withExtension: "xcstrings"), let data = try? Data(contentsOf: url)
        else { throw Unreadable(description: "the app's string catalogue is missing") }
        return try StringCatalog(parsing: data)
    }

    /// Reads a catalogue.
    ///
    /// - Parameter data: JSON as Xcode writes `.xcstrings`: `strings` → key → `localizations` → language → `stringUnit` or
    ///   `variations.plural` with `one` and `other`.
    /// - Throws: `Unreadable` when it has another shape.
    package init(parsing data: Data) throws(Unreadable) {
        let file: File
        do {
            file = try JSONDecoder().decode(File.self, from: data)
        } catch {
            throw Unreadable(description: "the app's string catalogue is not readable")
        }
        sentences = file.strings.mapValues { entry in
            entry.localizations.compactMapValues { localization in
                if let unit = localization.stringUnit { return .plain(unit.value) }
                guard let plural = localization.variations?.plural, let one = plural["one"], let other = plural["other"] else { return nil }
                return .plural(one: one.stringUnit.value, other: other.stringUnit.value)
            }
        }
    }

    /// Every key.
    package var keys: Set<String> { Set(sentences.keys) }

    /// A sentence in a language, with its arguments filled in.
    ///
    /// - Returns: the sentence; the key itself when the catalogue lacks it, so that a gap is seen and tested for.
    package func string(_ text: Text, in language: Language) -> String {
        switch sentences[text.key]?[language.rawValue] {
        case .plain(let sentence): fill(sentence, with: text.arguments)
        case .plural(let one, let other): fill(isOne(text.arguments) ? one : other, with: text.arguments)
        case nil: text.key
        }
    }

    /// Whether the catalogue has a sentence for a key in a language.
    package func has(_ key: String, in language: Language) -> Bool { sentences[key]?[language.rawValue] != nil }

    private func isOne(_ arguments: [Text.Argument]) -> Bool {
        arguments.contains(.number(1))
    }

    /// Replaces `%1$@`, `%2$lld` … by position.
    private func fill(_ sentence: String, with arguments: [Text.Argument]) -> String {
        arguments.enumerated().reduce(sentence) { filled, item in
            let value =
                switch item.element {
                case .number(let number): String(number)
                case .verbatim(let text): text
                }
            return filled.replacing("%\(item.offset + 1)$@", with: value).replacing("%\(item.offset + 1)$lld", with: value)
        }
    }
}

/// The file's shape.
private struct File: Decodable {
    let strings: [String: Entry]

    struct Entry: Decodable {
        let localizations: [String: Localization]
    }
    struct Localization: Decodable {
        let stringUnit: Unit?
        let variations: Variations?
    }
    struct Variations: Decodable {
        let plural: [String: Variation]
    }
    struct Variation: Decodable {
        let stringUnit: Unit
    }
    struct Unit: Decodable {
        let value: String
    }
}
