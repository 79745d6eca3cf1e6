// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import Testing

@testable import WalletApp

/// Reading a string catalogue and filling in arguments.
struct StringCatalogTests {
    private func catalog(_ strings: String) throws -> StringCatalog {
        try StringCatalog(parsing: Data(#"{"sourceLanguage":"en","version":"1.0","strings":{\#(strings)}}"#.utf8))
    }

    private let greeting = #""k":{"localizations":{"en":{"stringUnit":{"state":"translated","value":"%2$@ and %1$@"}}}}"#
    private let plural = #"""
        "k":{"localizations":{"nl":{"variations":{"plural":{
        "one":{"stringUnit":{"state":"translated","value":"nog %1$lld minuut"}},
        "other":{"stringUnit":{"state":"translated","value":"nog %1$lld minuten"}}}}}}}
        """#

    @Test func `arguments are inserted at their placeholders`() throws {
        #expect(try catalog(greeting).string(Text("k", .verbatim("a"), .verbatim("b")), in: .english) == "b and a")
    }

    @Test(arguments: [(1, "nog 1 minuut"), (0, "nog 0 minuten"), (2, "nog 2 minuten"), (11, "nog 11 minuten")])
    func `a number selects the singular or plural form`(_ number: Int, _ sentence: String) throws {
        #expect(try catalog(plural).string(Text("k", .number(number)), in: .dutch) == sentence)
    }

    @Test func `a missing sentence shows its key, so that the gap is visible`() throws {
        let catalog = try catalog(greeting)
        #expect(catalog.string("other", in: .english) == "other")
        #expect(catalog.string("k", in: .dutch) == "k")
        #expect(!catalog.has("k", in: .dutch))
    }

    @Test func `a plural with a missing form counts as missing`() throws {
        let half = plural.replacing(#""other":"#, with: #""few":"#)
        #expect(try !catalog(half).has("k", in: .dutch))
    }

    @Test(arguments: [
        "", "{", "[]", "{}", #"{"strings":[]}"#, #"{"strings":{"k":{}}}"#, #"{"strings":{"k":{"localizations":{"en":{"stringUnit":{}}}}}}"#,
    ])
    func `a file that is not a string catalogue is refused`(_ text: String) {
        #expect(throws: StringCatalog.Unreadable.self) { try StringCatalog(parsing: Data(text.utf8)) }
    }
}
