// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletConfiguration

/// The values of a brand that are also the configuration's: as JSON they have the configuration's form and its limits.
struct PublicValuesTests {
    private func crosses<Value: Codable & Equatable>(_ value: Value, at location: SourceLocation = #_sourceLocation) throws {
        // In an array, because an address is a bare text.
        #expect(try JSONDecoder().decode([Value].self, from: JSONEncoder().encode([value])) == [value], sourceLocation: location)
    }

    private func refuses<Value: Decodable>(_: Value.Type, _ text: String, at location: SourceLocation = #_sourceLocation) {
        #expect(throws: DecodingError.self, sourceLocation: location) {
            try JSONDecoder().decode([Value].self, from: Data("[\(text)]".utf8))
        }
    }

    @Test func `addresses and contacts round-trip through JSON`() throws {
        let page = try #require(WebAddress("https://a.example:8443/x?y=1"))
        try crosses(page)
        try crosses(AppStoreAddresses())
        try crosses(AppStoreAddresses(android: page))
        try crosses(SupportContacts())
        try crosses(SupportContacts(phone: "+31700000000", web: page, email: "help@wallet.example"))
        let text = Data(#"{"phone":"+31700000000","web":"https://a.example:8443/x?y=1"}"#.utf8)
        #expect(try JSONDecoder().decode(SupportContacts.self, from: text) == SupportContacts(phone: "+31700000000", web: page))
    }

    @Test(arguments: ["http://a.example", "https://a.example/", "https://A.example", "https://u@a.example", "javascript:alert(1)", ""])
    func `an address in any other form than the canonical is refused`(_ address: String) {
        refuses(WebAddress.self, #""\#(address)""#)
        refuses(AppStoreAddresses.self, #"{"ios":"\#(address)"}"#)
        refuses(SupportContacts.self, #"{"web":"\#(address)"}"#)
    }

    @Test(arguments: [
        #"{"phone":"0701234567"}"#, #"{"phone":"+31 70"}"#, #"{"phone":31700000000}"#, #"{"email":"a@b@c"}"#, #"{"email":"a b@c"}"#,
        #"{"email":"@c"}"#, #""none""#, "[]",
    ])
    func `contacts outside their limits are refused`(_ text: String) {
        refuses(SupportContacts.self, text)
    }
}
