// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import ShippedFiles
import WalletInterface
package import XCStrings

/// The app's texts, from its string catalogue.
package struct StringCatalog: Sendable {
    private let file: StringCatalogFile

    /// The error of an unusable catalogue.
    package typealias Unreadable = StringCatalogFile.Unreadable

    /// Loads the catalogue that ships with the app, with a brand's names and sentences.
    ///
    /// - Parameter contents: the app's own catalogue; nil to read it from the files that ship with the program.
    /// - Throws: `Unreadable` when the app's or the brand's catalogue is missing or not a string catalogue.
    package static func load(for brand: Brand, contents: Data? = nil) throws(Unreadable) -> StringCatalog {
        var file = if let contents { try StringCatalogFile(parsing: contents) } else { try shipped() }
        for catalogue in brand.catalogues { file = file.merging(try read(catalogue)) }
        return StringCatalog(file.filling(brand.placeholders))
    }

    private static func shipped() throws(Unreadable) -> StringCatalogFile {
        #if canImport(Darwin)
        let own = Bundle.module.url(forResource: "Localizable", withExtension: "xcstrings")
        #else
        let own: URL? = ShippedFiles.folder(of: "WalletApp").appending(path: "Localizable.xcstrings")
        #endif
        return try read(own)
    }

    private static func read(_ url: URL?) throws(Unreadable) -> StringCatalogFile {
        guard let url, let data = try? Data(contentsOf: url) else {
            throw Unreadable(description: "a string catalogue of the app is missing")
        }
        return try StringCatalogFile(parsing: data)
    }

    private init(_ file: StringCatalogFile) {
        self.file = file
    }

    /// Parses a catalogue.
    ///
    /// - Parameter data: JSON as Xcode writes `.xcstrings`.
    /// - Throws: `Unreadable` for any other format.
    package init(parsing data: Data) throws(Unreadable) {
        file = try StringCatalogFile(parsing: data)
    }

    package var keys: Set<String> { file.keys }

    /// Returns a text in a language, with its arguments filled in.
    ///
    /// - Returns: the text, or the key itself when the catalogue lacks it, so that a gap is visible and tests find it.
    package func string(_ text: Text, in language: Language) -> String {
        let arguments: [StringCatalogFile.Argument] = text.arguments.map { argument in
            switch argument {
            case .number(let number): .number(number)
            case .verbatim(let text): .verbatim(text)
            case .localized(let text): .verbatim(text.text(in: language.rawValue) ?? "")
            case .day(let day): .verbatim(day.words(in: language))
            case .country(let code):
                .verbatim(Locale(identifier: language.rawValue).localizedString(forRegionCode: code) ?? code)
            case .texts(let texts, let separator): .verbatim(texts.map { string($0, in: language) }.joined(separator: separator))
            }
        }
        return file.sentence(text.key, in: language.rawValue, arguments) ?? text.key
    }

    /// Returns true if the catalogue has a text for a key in a language.
    package func has(_ key: String, in language: Language) -> Bool { file.has(key, in: language.rawValue) }
}
