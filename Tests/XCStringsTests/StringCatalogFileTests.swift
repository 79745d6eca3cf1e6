// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import XCStrings

/// A string catalogue, one sentence at a time. WalletAppTests and RevocationPortalTests read the real catalogues.
struct StringCatalogFileTests {
    private func file(_ english: String) throws -> StringCatalogFile {
        let text =
            #"{"sourceLanguage":"en","strings":{"k":{"localizations":{"en":{"stringUnit":{"value":"\#(english)"}}}}},"version":"1.0"}"#
        return try StringCatalogFile(parsing: Data(text.utf8))
    }

    @Test(arguments: [
        ("%2$@, %1$@", "b, a"), ("%1$@ %1$@", "a a"), ("100% %1$@", "100% a"), ("%3$@", "%3$@"), ("%0$@", "%0$@"),
        ("%99999999999999999999$@", "%99999999999999999999$@"), ("%1$d", "%1$d"), ("", ""),
    ])
    func `placeholders are replaced by position, and all other text stays`(_ sentence: String, _ filled: String) throws {
        #expect(try file(sentence).sentence("k", in: "en", [.verbatim("a"), .verbatim("b")]) == filled)
    }

    @Test func `inserted text is not replaced again`() throws {
        #expect(try file("%1$@ %2$@").sentence("k", in: "en", [.verbatim("%2$@"), .verbatim("%1$@")]) == "%2$@ %1$@")
    }

    @Test func `names are inserted at every placeholder, and other braces are kept`() throws {
        let file = try file("{a} and {b}, {a}s, {c} %1$@").filling(["a": "A", "b": "B"])
        #expect(file.sentence("k", in: "en", [.verbatim("{a}")]) == "A and B, As, {c} {a}")
    }

    @Test func `merging replaces equal keys with those of the second file, and keeps all other keys and languages`() throws {
        let other =
            #"{"strings":{"k":{"localizations":{"de":{"stringUnit":{"value":"d"}}}},"l":{"localizations":{"en":{"stringUnit":{"value":"l"}}}}}}"#
        let both = try file("a").merging(StringCatalogFile(parsing: Data(other.utf8)))
        #expect(both.sentence("k", in: "en", []) == "a" && both.sentence("k", in: "de", []) == "d")
        #expect(both.sentence("l", in: "en", []) == "l")
        #expect(try both.merging(file("b")).sentence("k", in: "en", []) == "b")
    }

    @Test func `a missing key or language gives no sentence`() throws {
        let file = try file("a")
        #expect(file.keys == ["k"])
        #expect(file.sentence("other", in: "en", []) == nil)
        #expect(file.sentence("k", in: "nl", []) == nil)
        #expect(!file.has("k", in: "nl") && !file.has("", in: "") && file.has("k", in: "en"))
    }

    @Test(arguments: ["", "{", "null", "[]", "{}", #"{"strings":[]}"#, #"{"strings":{"k":[]}}"#])
    func `an invalid catalogue is refused`(_ text: String) {
        #expect(throws: StringCatalogFile.Unreadable.self) { try StringCatalogFile(parsing: Data(text.utf8)) }
    }
}
