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
        let places: [(OutsidePlace, String)] = [
            (.browser(page), #"{"browser":{"_0":"https://a.example/x?y=1"}}"#),
            (.phone("+31700000000"), #"{"phone":{"_0":"+31700000000"}}"#),
            (.mail("help@a.example"), #"{"mail":{"_0":"help@a.example"}}"#), (.appSettings, #"{"appSettings":{}}"#),
            (
                .appStore(AppStoreAddresses(ios: page, android: page)),
                #"{"appStore":{"_0":{"android":"https://a.example/x?y=1","ios":"https://a.example/x?y=1"}}}"#
            ),
            (.appStore(AppStoreAddresses()), #"{"appStore":{"_0":{}}}"#), (.clockSettings, #"{"clockSettings":{}}"#),
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
        #"{"appStore":{"_0":{"ios":"market://details"}}}"#, #"{"phone":{"_0":112}}"#, #"{"mail":{"_0":null}}"#, #"{"elsewhere":{}}"#,
        #"{"homeScreen":{},"clockSettings":{}}"#, #""homeScreen""#, "{}", "[]",
    ])
    func `anything else is refused`(_ text: String) {
        #expect(throws: DecodingError.self) { try read(text) }
    }
}
