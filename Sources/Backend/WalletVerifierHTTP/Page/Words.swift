// SPDX-License-Identifier: EUPL-1.2

import XCStrings

/// The sentences of the pages in one language.
struct Words: Sendable {
    let language: PageLanguage
    private let catalogue: StringCatalogFile

    /// - Parameter catalogue: has every `Sentence` in every language.
    init(_ catalogue: StringCatalogFile, in language: PageLanguage) {
        self.catalogue = catalogue
        self.language = language
    }

    /// Returns a sentence with its arguments; its key if the catalogue lacks it, so that tests notice the gap.
    func callAsFunction(_ sentence: Sentence, _ arguments: StringCatalogFile.Argument...) -> String {
        catalogue.sentence(sentence.rawValue, in: language.rawValue, arguments) ?? sentence.rawValue
    }
}
