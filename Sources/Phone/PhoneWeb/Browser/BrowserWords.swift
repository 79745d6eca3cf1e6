// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import WalletApp
import WebPages
import XCStrings

/// The browsers' own texts (`Browser.xcstrings`) in one language; English for a language that the file lacks.
struct BrowserWords: Sendable {
    private let catalogue: StringCatalogFile
    private let language: String

    /// - Parameters:
    ///   - catalogue: the sentences in all languages.
    ///   - language: the phone's language.
    init(_ catalogue: StringCatalogFile, in language: Language) {
        self.catalogue = catalogue
        self.language = catalogue.has("browser.name", in: language.rawValue) ? language.rawValue : "en"
    }

    /// Reads the sentences of all languages.
    ///
    /// - Parameter appName: the product's name, in the button that returns to the app.
    /// - Throws: `MissingAsset` when the file is missing or unreadable, or lacks a sentence in English.
    static func catalogue(in folder: AssetFolder, appName: String) throws -> StringCatalogFile {
        let name = "Browser.xcstrings"
        guard let data = try? folder.data(name), let file = try? StringCatalogFile(parsing: data),
            keys.allSatisfy({ file.has($0, in: "en") })
        else { throw MissingAsset(name: name) }
        return file.filling(["app": appName])
    }

    var browser: String { text("browser.name") }
    var backToApp: String { text("browser.back") }
    var close: String { text("browser.close") }
    /// The label of the lock icon.
    var secure: String { text("browser.secure") }
    var loading: String { text("browser.loading") }
    var retry: String { text("browser.retry") }

    /// Returns a short title for a fault.
    func title(_ fault: BrowserFault) -> String { text(Self.title(of: fault)) }

    /// Returns a fault's explanation, in one sentence.
    func text(_ fault: BrowserFault) -> String { text("text.\(fault)") }

    /// Every key of the file.
    static let keys =
        ["name", "back", "close", "secure", "loading", "retry"].map { "browser.\($0)" }
        + BrowserFault.allCases.flatMap { [title(of: $0), "text.\($0)"] }

    private static func title(of fault: BrowserFault) -> String {
        switch fault {
        case .offline, .notTrusted, .outside, .refusedAddress: "title.\(fault)"
        default: "title.other"
        }
    }

    private func text(_ key: String) -> String { catalogue.sentence(key, in: language, []) ?? key }
}
