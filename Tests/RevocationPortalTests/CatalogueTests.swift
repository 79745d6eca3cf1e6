// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import ProviderProtocol
import Testing
import WebPages
import XCStrings

@testable import RevocationPortal

/// The portal's string catalogue is complete, has no unused entries, and matches in all languages.
struct CatalogueTests {
    private let text: String
    private let catalogue: StringCatalogFile
    /// The forms of each sentence, by key and language.
    private let forms: [String: [String: [String]]]

    init() throws {
        let resources = PortalResources(skin: .nlWallet)
        let data = try resources.folder.data("Portal.xcstrings")
        text = String(decoding: data, as: UTF8.self)
        catalogue = try resources.catalogue()
        let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let entries = try #require(root["strings"] as? [String: [String: Any]])
        forms = try entries.mapValues { entry in
            try #require(entry["localizations"] as? [String: [String: Any]]).mapValues { localization in
                if let unit = localization["stringUnit"] as? [String: String] { return [try #require(unit["value"])] }
                let plural = try #require((localization["variations"] as? [String: [String: [String: [String: String]]]])?["plural"])
                try #require(Set(plural.keys) == ["one", "other"])
                return try plural.values.map { try #require($0["stringUnit"]?["value"]) }
            }
        }
    }

    @Test func `no key is missing or unused in any language`() {
        #expect(catalogue.keys == Set(Sentence.allCases.map(\.rawValue)))
        for sentence in Sentence.allCases {
            for language in PortalLanguage.allCases { #expect(catalogue.has(sentence.rawValue, in: language.rawValue), "\(sentence)") }
        }
        #expect(forms.values.allSatisfy { Set($0.keys) == Set(PortalLanguage.allCases.map(\.rawValue)) })
    }

    @Test(arguments: PortalLanguage.allCases)
    func `every sentence is used on a page, and no page shows a key or an unfilled placeholder`(_ language: PortalLanguage) async throws {
        let pages = try await Self.allPages(language).joined().replacing("&#39;", with: "'")
        for (key, sentences) in forms {
            let parts = try #require(sentences[language.rawValue]).map {
                $0.replacing("{product}", with: "NL Wallet").split(separator: /%\d\$(@|lld)/).map(String.init)
            }
            #expect(parts.contains { $0.allSatisfy { pages.contains($0) } }, "\(key)")
            #expect(!pages.contains(">\(key)<"))
        }
        #expect(!pages.contains("%1$") && !pages.contains("%2$"))
    }

    private static func allPages(_ language: PortalLanguage) async throws -> [String] {
        let (stream, pages) = AsyncStream<String>.makeStream()
        for (support, limit) in [("https://support.example", 3), (nil, 1)] as [(String?, Int)] {
            let test = try TestPortal(
                limits: TryLimits(perAddress: limit, inAll: limit, window: .seconds(600)), supportPage: support, stores: support != nil,
                skin: PortalSkin(product: "NL Wallet", languages: [language.rawValue]))
            let code = test.wallets.add(1)
            try await test.serving { open in
                let browser = open()
                for path in ["/?lang=\(language.rawValue)", "/help", "/cancelled", "/nowhere"] {
                    pages.yield(try await browser.get(path).body)
                }
                pages.yield(try await browser.enter(code.text).body)
                pages.yield(try await browser.enter("").body)
                pages.yield(try await browser.post([("token", ""), ("code", "")]).body)
                pages.yield(try await browser.request(.post, "/", headers: TestBrowser.ours).body)
                if limit > 1 { pages.yield(try await browser.enter("x").body) }
                test.wallets.setDown(true)
                for _ in 1...2 { pages.yield(try await browser.submit(code.text).body) }
            }
        }
        pages.finish()
        return await stream.reduce(into: []) { $0.append($1) }
    }

    @Test func `all languages and plural forms of a text have the same placeholders`() {
        for (key, languages) in forms {
            let places = Set(languages.values.joined().map { $0.matches(of: /%\d+\$(?:@|lld)/).map { String($0.output) }.sorted() })
            #expect(places.count == 1, "\(key)")
        }
    }

    @Test func `the file has Xcode's format: sorted keys, manual translations`() {
        let keys = text.matches(of: /(?m)^    "([^"]+)" : \{$/).map { String($0.output.1) }
        #expect(keys == forms.keys.sorted() && !text.contains("\"new\"") && !text.contains("needs_review"))
    }

    @Test func `no sentence shouts, blames, is formal or is too long`() {
        for (key, languages) in forms {
            for sentence in languages.values.joined() {
                #expect(!sentence.contains("!") && !sentence.contains(/\b([Uu]|[Uu]w|failed|[Ii]nvalid|[Rr]evo[a-z]+)\b/), "\(key)")
                #expect(sentence == sentence.trimmingCharacters(in: .whitespacesAndNewlines), "\(key)")
                for part in sentence.split(separator: /[.?]\s/) { #expect(part.split(separator: " ").count <= 26, "\(key)") }
            }
        }
    }
}
