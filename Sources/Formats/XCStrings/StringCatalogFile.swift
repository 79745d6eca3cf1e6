// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// An Xcode string catalogue (`.xcstrings`): sentences by key and language, some of them with plural forms.
package struct StringCatalogFile: Sendable {
    /// An argument of a sentence.
    package enum Argument: Sendable, Hashable {
        /// A whole number; 1 selects the singular.
        case number(Int)
        /// A text that is inserted unchanged.
        case verbatim(String)
    }

    /// The reason why a file is not a readable string catalogue.
    package struct Unreadable: Error, CustomStringConvertible {
        /// The reason, for developers.
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    private enum Sentence: Sendable {
        case plain(String)
        case plural(one: String, other: String)
    }

    /// The sentences by key and language.
    private let sentences: [String: [String: Sentence]]

    /// Reads a catalogue.
    ///
    /// - Parameter data: JSON: `strings` → key → `localizations` → language → `stringUnit` or `variations.plural` with `one` and `other`.
    /// - Throws: `Unreadable` if the JSON is not a string catalogue. A plural that lacks one of its two forms counts as missing.
    package init(parsing data: Data) throws(Unreadable) {
        let file: CatalogueShape
        do {
            file = try JSONDecoder().decode(CatalogueShape.self, from: data)
        } catch {
            throw Unreadable(description: "not a string catalogue")
        }
        sentences = file.strings.mapValues { entry in
            entry.localizations.compactMapValues { localization in
                if let unit = localization.stringUnit { return .plain(unit.value) }
                guard let plural = localization.variations?.plural, let one = plural["one"], let other = plural["other"] else { return nil }
                return .plural(one: one.stringUnit.value, other: other.stringUnit.value)
            }
        }
    }

    package var keys: Set<String> { Set(sentences.keys) }

    /// True if the catalogue has this sentence.
    ///
    /// - Parameter language: the language code in the file: `en`, `nl`.
    package func has(_ key: String, in language: String) -> Bool { sentences[key]?[language] != nil }

    /// Returns these sentences combined with another file's sentences. If both files have a sentence in a language, the other file's
    /// sentence wins.
    package func merging(_ other: StringCatalogFile) -> StringCatalogFile {
        StringCatalogFile(sentences: sentences.merging(other.sentences) { $0.merging($1) { $1 } })
    }

    /// Returns the sentences with names inserted.
    ///
    /// - Parameter names: the text for each placeholder `{name}`. Other braces stay.
    package func filling(_ names: [String: String]) -> StringCatalogFile {
        StringCatalogFile(
            sentences: sentences.mapValues { languages in
                languages.mapValues { sentence in
                    switch sentence {
                    case .plain(let text): .plain(Self.fill(text, with: names))
                    case .plural(let one, let other): .plural(one: Self.fill(one, with: names), other: Self.fill(other, with: names))
                    }
                }
            })
    }

    private init(sentences: [String: [String: Sentence]]) {
        self.sentences = sentences
    }

    private static func fill(_ text: String, with names: [String: String]) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        return names.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
    }

    /// Returns a sentence with its arguments inserted; nil if the catalogue lacks it.
    ///
    /// - Parameter arguments: replace `%1$@` or `%1$lld`, `%2$@` … by position. A placeholder without an argument stays.
    package func sentence(_ key: String, in language: String, _ arguments: [Argument]) -> String? {
        switch sentences[key]?[language] {
        case .plain(let sentence): Self.fill(sentence, with: arguments)
        case .plural(let one, let other): Self.fill(arguments.contains(.number(1)) ? one : other, with: arguments)
        case nil: nil
        }
    }

    /// Replaces in one pass, so that placeholders in an inserted text are not replaced.
    private static func fill(_ sentence: String, with arguments: [Argument]) -> String {
        guard !arguments.isEmpty else { return sentence }
        return sentence.replacing(/%(\d+)\$(?:@|lld)/) { match in
            guard let position = Int(match.output.1), arguments.indices.contains(position - 1) else { return String(match.output.0) }
            return switch arguments[position - 1] {
            case .number(let number): String(number)
            case .verbatim(let text): text
            }
        }
    }
}

/// The JSON structure of the file.
private struct CatalogueShape: Decodable {
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
