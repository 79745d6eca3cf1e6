// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import Testing

@testable import WalletApp

/// The sentences that brands add to the app's catalogue, and the names in all sentences.
struct BrandCatalogueTests {
    private let own: CatalogueFile

    init() throws {
        own = try CatalogueFile.load()
    }

    private static let files = Brand.all.flatMap(\.catalogues)

    @Test(arguments: Self.files)
    func `every sentence of a brand has a key of the app, with the same placeholders and plural forms`(_ url: URL) throws {
        let file = try CatalogueFile(Data(contentsOf: url))
        for (key, entry) in file.entries {
            let english = try #require(own.entries[key]?.languages["en"], "\(key)")
            for forms in entry.languages.values {
                #expect(forms.map { $0.placeholders.sorted() } == english.map { $0.placeholders.sorted() }, "\(key)")
                #expect(forms.allSatisfy { $0.state == "translated" }, "\(key)")
            }
        }
    }

    @Test(arguments: Self.files)
    func `a brand's sentences have no exclamation mark and at most 26 words`(_ url: URL) throws {
        for (key, entry) in try CatalogueFile(Data(contentsOf: url)).entries {
            for form in entry.languages.values.flatMap(\.self) {
                #expect(!form.value.contains("!") && form.value == form.value.trimmingCharacters(in: .whitespacesAndNewlines), "\(key)")
                for sentence in form.value.split(separator: /[.?]\s/) {
                    #expect(sentence.split(separator: " ").count <= 26, "\(key): \(sentence)")
                }
            }
        }
    }

    @Test(arguments: Brand.all)
    func `no sentence contains the name of a different brand`(_ brand: Brand) throws {
        let catalog = try StringCatalog.load(for: brand)
        let others = Brand.all.filter { $0.identifier != brand.identifier }.flatMap { [$0.names.product, $0.login.name] }
        for language in brand.languages {
            for key in catalog.keys {
                let sentence = catalog.string(Text(key), in: language)
                for name in others { #expect(!sentence.contains(name), "\(key): \(sentence)") }
            }
        }
    }

    @Test(arguments: [
        (Brand.nlWallet, Language.english, "Welcome to the NL Wallet", "Log in with DigiD", "Go to edi.pleio.nl"),
        (Brand.nlWallet, Language.dutch, "Welkom bij de NL Wallet", "Inloggen met DigiD", "Naar edi.pleio.nl"),
        (Brand.example, Language.english, "Welcome to the Example Wallet", "Log in with Example ID", "Go to wallet.example"),
        (Brand.example, Language.german, "Willkommen bei der Example Wallet", "Mit Example ID anmelden", "Zu wallet.example"),
    ])
    func `a brand's sentences contain the brand's own names`(
        _ brand: Brand, _ language: Language, _ title: String, _ logIn: String, _ website: String
    ) throws {
        let catalog = try StringCatalog.load(for: brand)
        #expect(
            ["introductionAddingCards.title", "login.logIn", "aboutApp.website"].map { catalog.string(Text($0), in: language) }
                == [title, logIn, website])
    }

    @Test func `a brand can add a language that the app lacks`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "catalogue-\(UUID().uuidString).xcstrings")
        defer { try? FileManager.default.removeItem(at: file) }
        let sentence = #"{"localizations":{"fr":{"stringUnit":{"state":"translated","value":"À propos de {product}"}}}}"#
        try Data(#"{"sourceLanguage":"en","version":"1.0","strings":{"aboutApp.title":\#(sentence)}}"#.utf8).write(to: file)
        let french = Language(rawValue: "fr")
        let brand = Brand(
            identifier: "x", names: Brand.nlWallet.names, version: Brand.nlWallet.version, languages: [.english, french],
            catalogues: [file], login: Brand.nlWallet.login, website: Brand.nlWallet.website, support: Brand.nlWallet.support,
            appStores: Brand.nlWallet.appStores)
        let catalog = try StringCatalog.load(for: brand)
        #expect(catalog.string("aboutApp.title", in: french) == "À propos de NL Wallet")
        // A sentence that the language lacks shows its key, so that the gap is visible.
        #expect(catalog.string("aboutApp.text", in: french) == "aboutApp.text")
    }

    @Test func `a brand's own sentence replaces the app's`() throws {
        let key = "loginProblem.title.wrongAccount"
        #expect(try StringCatalog.load(for: .nlWallet).string(Text(key), in: .english) == "Wrong DigiD")
        #expect(try StringCatalog.load(for: .example).string(Text(key), in: .english) == "Another person's Example ID")
    }

    @Test func `texts passed by a host replace the app's file`() throws {
        let sentence = #"{"localizations":{"en":{"stringUnit":{"state":"translated","value":"X"}}}}"#
        let contents = Data(#"{"sourceLanguage":"en","version":"1.0","strings":{"x":\#(sentence)}}"#.utf8)
        let catalog = try StringCatalog.load(for: .nlWallet, contents: contents)
        #expect(catalog.string(Text("x"), in: .english) == "X")
        #expect(throws: StringCatalog.Unreadable.self) { try StringCatalog.load(for: .nlWallet, contents: Data("{".utf8)) }
    }

    @Test func `a missing catalogue is an error`() {
        let brand = Brand(
            identifier: "x", names: Brand.nlWallet.names, version: Brand.nlWallet.version, languages: [.english],
            catalogues: [URL(filePath: "/nowhere.xcstrings")], login: Brand.nlWallet.login, website: Brand.nlWallet.website,
            support: Brand.nlWallet.support, appStores: Brand.nlWallet.appStores)
        #expect(throws: StringCatalog.Unreadable.self) { try StringCatalog.load(for: brand) }
    }
}
