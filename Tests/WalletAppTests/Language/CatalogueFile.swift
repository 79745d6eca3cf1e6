// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

@testable import WalletApp

/// The catalogue's file, parsed without the app's own reader.
struct CatalogueFile {
    /// One text: a plain one, or a plural form.
    struct Form {
        let state: String
        let value: String

        /// The placeholders, `%1$@`, `%2$lld` …, in order.
        var placeholders: [String] { value.matches(of: /%\d+\$(?:@|lld)/).map { String($0.output) } }
    }

    /// The texts of one key.
    struct Entry {
        let extractionState: String
        let languages: [String: [Form]]
    }

    let text: String
    let sourceLanguage: String
    let version: String
    let entries: [String: Entry]

    static func load() throws -> CatalogueFile {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Phone/WalletApp/Resources/Localizable.xcstrings").standardizedFileURL
        return try CatalogueFile(Data(contentsOf: path))
    }

    init(_ data: Data) throws {
        let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        text = String(decoding: data, as: UTF8.self)
        sourceLanguage = try #require(root["sourceLanguage"] as? String)
        version = try #require(root["version"] as? String)
        entries = try #require(root["strings"] as? [String: [String: Any]]).mapValues { entry in
            Entry(
                extractionState: try #require(entry["extractionState"] as? String),
                languages: try #require(entry["localizations"] as? [String: [String: Any]]).mapValues(Self.forms))
        }
    }

    private static func forms(of localization: [String: Any]) throws -> [Form] {
        let units: [Any?]
        if let variations = localization["variations"] as? [String: [String: [String: Any]]] {
            let plural = try #require(variations["plural"])
            try #require(Set(plural.keys) == ["one", "other"])
            units = [plural["one"]?["stringUnit"], plural["other"]?["stringUnit"]]
        } else {
            units = [localization["stringUnit"]]
        }
        return try units.map { unit in
            let unit = try #require(unit as? [String: String])
            return Form(state: try #require(unit["state"]), value: try #require(unit["value"]))
        }
    }

    /// Returns the forms of a key in all languages.
    func forms(of key: String) -> [Form] { entries[key]?.languages.values.flatMap { $0 } ?? [] }
}
