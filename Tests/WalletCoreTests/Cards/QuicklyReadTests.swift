// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

@testable import WalletCore

/// The list of cards is written by Foundation's encoder and read without its decoder.
struct QuicklyReadTests {
    static let full = CardEntry(
        id: CardID("a"), isPID: true, type: "t",
        styles: [CardStyle(locale: "nl", name: "n", description: "d", backgroundColor: "#000", textColor: "#fff")],
        issuerName: LocalizedText([.init(locale: "en", text: "x"), .init(locale: nil, text: "y")]),
        issuedAt: Date(timeIntervalSince1970: 1.5),
        validFrom: Date(timeIntervalSince1970: 2), expiresAt: Date(timeIntervalSince1970: 3), sdJWTs: ["s"], mdocs: ["m"],
        status: .init(value: .revoked, learntAt: Date(timeIntervalSince1970: 4), references: [.init(uri: "u", index: 5)]),
        logos: [CardPictures(locale: "nl", logo: "data:", logoText: "l", background: "b")])

    @Test func `every member of an entry comes back`() throws {
        // A member that is added later must be set here, too.
        for (name, value) in Mirror(reflecting: Self.full).children {
            let reflected = Mirror(reflecting: value)
            #expect(reflected.displayStyle != .optional || !reflected.children.isEmpty, "\(name ?? "")")
        }
        let bytes = Array(try JSONEncoder().encode([Self.full, Self.full]))
        #expect([CardEntry](storedJSON: bytes) == [Self.full, Self.full])
    }

    @Test func `what an entry need not have may be missing`() throws {
        var object = try #require(JSONSerialization.jsonObject(with: JSONEncoder().encode(Self.full)) as? [String: Any])
        for name in ["validFrom", "expiresAt", "logos"] { object[name] = nil }
        let bytes = Array(try JSONSerialization.data(withJSONObject: [object]))
        let entry = try #require([CardEntry](storedJSON: bytes)?.first)
        #expect(entry.logos == nil && entry.validFrom == nil && entry.expiresAt == nil)
    }

    @Test(arguments: ["id", "isPID", "type", "styles", "issuerName", "issuedAt", "sdJWTs", "mdocs", "status", "logos"])
    func `an entry that lacks something, or has something else there, is not read`(_ name: String) throws {
        var object = try #require(JSONSerialization.jsonObject(with: JSONEncoder().encode(Self.full)) as? [String: Any])
        object[name] = 7 as NSNumber
        if name == "issuedAt" { object[name] = "x" }
        #expect([CardEntry](storedJSON: Array(try JSONSerialization.data(withJSONObject: [object]))) == nil)
    }
}
