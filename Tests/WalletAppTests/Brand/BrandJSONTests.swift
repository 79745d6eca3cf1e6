// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import Testing
import WalletConfiguration

@testable import WalletApp

/// Brands and their looks cross to another language as JSON.
struct BrandJSONTests {
    private static let whole = #"""
        {"identifier": "example", "names": {"product": "A Wallet", "products": "A Wallets"}, "version": {"released": "1.0.0", "next": "1.1.0"},
        "languages": ["en", "de"], "login": {"name": "ID", "website": "https://id.example"}, "website": "https://wallet.example",
        "support": {"phone": "+49300000000"}, "appStores": {"android": "https://play.example/app"},
        "look": {"colors": {"on-accent": {"light": "#ffffff", "dark": "#0E1626"}}}}
        """#

    private func read<Value: Decodable>(_: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    private func write(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test(arguments: Brand.all)
    func `a brand comes back equal`(_ brand: Brand) throws {
        let text = try write(brand)
        let back = try read(Brand.self, text)
        #expect(try write(back) == text)
        #expect(back.names == brand.names && back.languages == brand.languages && back.look.colors == brand.look.colors)
    }

    @Test func `a brand is read without catalogues, and its colours have the names of the design tokens`() throws {
        let brand = try read(Brand.self, Self.whole)
        #expect(brand.identifier == "example" && brand.names == BrandNames(product: "A Wallet", products: "A Wallets"))
        #expect(brand.languages.map(\.rawValue) == ["en", "de"] && brand.catalogues.isEmpty)
        #expect(brand.support.phone == "+49300000000" && brand.appStores.android?.text == "https://play.example/app")
        #expect(brand.look == BrandLook(colors: [.onAccent: .init(light: 0xFFFFFF, dark: 0x0E1626)]))
    }

    @Test(
        arguments: [
            (#""example""#, #""Example""#), (#""example""#, #""""#), (#""example""#, #""../x""#), (#"["en", "de"]"#, "[]"),
            (#""names""#, #""name""#), ("1.0.0", "1.0"), ("1.1.0", "v1.1.0"), ("https://id.example", "http://id.example"),
            ("https://wallet.example", "javascript:alert(1)"), ("+49300000000", "112"),
            ("https://play.example/app", "https://play.example/#x"),
            (#""languages""#, #""catalogues": ["https://evil.example/x.xcstrings"], "languages""#),
        ])
    func `a brand with a part that its initialiser's rules refuse is an error`(_ part: String, _ other: String) {
        let text = Self.whole.replacing(part, with: other)
        #expect(text != Self.whole)
        #expect(throws: DecodingError.self) { try read(Brand.self, text) }
    }

    @Test(arguments: ["ffffff", "#fffff", "#fffffff", "#gggggg", "#+fffff", "#-fffff", "#ＦＦ", "# fffff", "", "white"])
    func `a colour is # and six hexadecimal digits, and nothing else`(_ color: String) {
        let text = ##"{"colors": {"accent": {"light": "\##(color)", "dark": "#000000"}}}"##
        #expect(throws: DecodingError.self) { try read(BrandLook.self, text) }
    }

    @Test(arguments: [
        ##"{"colors": {"no-such-part": {"light": "#ffffff", "dark": "#ffffff"}}}"##, ##"{"colors": {"accent": {"light": "#ffffff"}}}"##,
        #"{"colors": {"accent": {"light": 16777215, "dark": 0}}}"#, #"{"colors": ["accent"]}"#,
        #"{"drawings": "https://evil.example/"}"#, #"{"drawings": "pictures"}"#, "[]",
    ])
    func `a look with an unknown part, half a colour or drawings elsewhere is refused`(_ text: String) {
        #expect(throws: DecodingError.self) { try read(BrandLook.self, text) }
    }

    @Test func `a look is written with all digits, and an empty one is the renderer's own`() throws {
        let look = BrandLook(colors: [.onAccent: .init(light: 0xFFFFFF, dark: 0x0B)], drawings: URL(filePath: "/looks/a/"))
        #expect(
            try write(look)
                == ##"{"colors":{"on-accent":{"dark":"#00000b","light":"#ffffff"}},"drawings":"file:///looks/a/"}"##)
        #expect(try read(BrandLook.self, "{}") == BrandLook())
    }

    @Test func `a colour that is none is not written`() {
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(BrandLook(colors: [.accent: .init(0x100_0000)])) }
    }
}
