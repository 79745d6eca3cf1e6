// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletApp
import WalletConfiguration

/// Places outside the app cross to a host in another language as JSON.
struct OutsidePlaceTests {
    private func write(_ place: OutsidePlace) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(place), as: UTF8.self)
    }

    private func read(_ text: String) throws -> OutsidePlace {
        try JSONDecoder().decode(OutsidePlace.self, from: Data(text.utf8))
    }

    @Test func `every place has the JSON that its comment shows, and comes back equal`() throws {
        let page = try #require(WebAddress("https://a.example/x?y=1"))
        let back = try #require(PageAddress("https://a.example/cb/?s=1#response_code=2"))
        let places: [(OutsidePlace, String)] = [
            (.browser(page), #"{"browser":{"_0":"https://a.example/x?y=1"}}"#),
            (.page(back), #"{"page":{"_0":"https://a.example/cb/?s=1#response_code=2"}}"#),
            (.phone("+31700000000"), #"{"phone":{"_0":"+31700000000"}}"#),
            (.mail("help@a.example"), #"{"mail":{"_0":"help@a.example"}}"#), (.appSettings, #"{"appSettings":{}}"#),
            (
                .appStore(AppStoreAddresses(ios: page, android: page)),
                #"{"appStore":{"_0":{"android":"https://a.example/x?y=1","ios":"https://a.example/x?y=1"}}}"#
            ),
            (.appStore(AppStoreAddresses()), #"{"appStore":{"_0":{}}}"#), (.clockSettings, #"{"clockSettings":{}}"#),
            (.file(name: "a.json", bytes: [123, 125]), #"{"file":{"bytes":[123,125],"name":"a.json"}}"#),
            (.networkSettings, #"{"networkSettings":{}}"#), (.homeScreen, #"{"homeScreen":{}}"#),
        ]
        for (place, text) in places {
            #expect(try write(place) == text)
            #expect(try read(text) == place)
        }
    }

    @Test(arguments: [
        #"{"browser":{"_0":"javascript:alert(1)"}}"#, #"{"browser":{"_0":"http://a.example"}}"#, #"{"browser":{}}"#,
        #"{"browser":"https://a.example"}"#,
        #"{"page":{"_0":"javascript:alert(1)"}}"#, #"{"page":{"_0":"http://a.example"}}"#, #"{"page":{"_0":"/back"}}"#,
        #"{"appStore":{"_0":{"ios":"market://details"}}}"#, #"{"phone":{"_0":112}}"#, #"{"mail":{"_0":null}}"#, #"{"elsewhere":{}}"#,
        #"{"file":{"name":"a.json"}}"#, #"{"file":{"name":"a.json","bytes":[256]}}"#, #"{"homeScreen":{},"clockSettings":{}}"#,
        #""homeScreen""#, "{}", "[]",
    ])
    func `anything else is refused`(_ text: String) {
        #expect(throws: DecodingError.self) { try read(text) }
    }

    @Test func `the address of a page may have a fragment and 2048 bytes, and no more`() throws {
        let start = "https://a.example/cb#"
        let longest = start + String(repeating: "c", count: 2048 - start.utf8.count)
        #expect(try #require(PageAddress(longest)).text == longest)
        #expect(PageAddress(longest + "c") == nil)
    }

    @Test(arguments: [
        "", "/back", "//a.example", "a.example", "http://a.example/", "javascript:alert(1)", "data:text/html,a", "wallet://back", "https:",
        "https://", "https:///back", "https://user@a.example/", "https://a.example/ b", "https://a.example/\u{E9}",
        "https://a.example/#a#b", "https://a.example/#%zz", " https://a.example/", "https://a.example/\n",
    ])
    func `no other text is the address of a page`(_ text: String) {
        #expect(PageAddress(text) == nil)
    }

    @Test func `no description, dump or mirror shows the address of a page`() throws {
        let place = OutsidePlace.page(try #require(PageAddress("https://a.example/cb#response_code=secret")))
        var dumped = ""
        dump(place, to: &dumped)
        for text in ["\(place)", String(reflecting: place), dumped] {
            #expect(!text.contains("secret") && !text.contains("a.example"))
        }
    }
}
