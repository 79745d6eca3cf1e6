// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import Testing
import WalletInterface

@testable import WalletCore

/// The list of cards is encoded and decoded without Foundation's coders.
struct CardListTests {
    static let full = CardEntry(
        id: CardID("a"), isPID: true, type: "t",
        styles: [CardStyle(locale: "nl", name: "n", description: "d", backgroundColor: "#000", textColor: "#fff")],
        issuerName: LocalizedText([.init(locale: "en", text: "x"), .init(locale: nil, text: "y")]),
        issuedAt: Date(timeIntervalSince1970: 1.5),
        validFrom: Date(timeIntervalSince1970: 2), expiresAt: Date(timeIntervalSince1970: 3.1),
        sdJWTs: ["a.sd.0", "a.sd.12", "a.sd.", "a.sd.01", "a.sd.-1", "a.mdoc.1", "b.sd.1", "s", "", "a.sd.99999999999999999999"],
        mdocs: ["a.mdoc.3", "a.sd.3"],
        status: .init(
            value: .revoked, learntAt: Date(timeIntervalSince1970: 4),
            references: [("u", 5), ("u", 6), ("v", 5), ("u", 5), ("\u{e9}", 1), ("e\u{301}", 2)].map { .init(uri: $0.0, index: $0.1) }),
        logos: [CardPictures(locale: "nl", logo: "data:", logoText: "l", background: "b")])

    static let least = CardEntry(
        id: CardID(""), isPID: false, type: "t", styles: [], issuerName: LocalizedText([]), issuedAt: Date(timeIntervalSince1970: 1e9),
        validFrom: nil, expiresAt: nil, sdJWTs: [], mdocs: [],
        status: .init(value: .unknown, learntAt: Date(timeIntervalSince1970: 0), references: []))

    private func stored(_ entries: [CardEntry]) throws -> JSONObject {
        let bytes = try #require(entries.stored)
        return try JSONObject(parsing: bytes)
    }

    @Test func `every member of an entry comes back`() throws {
        // A member added later must be set here too.
        for (name, value) in Mirror(reflecting: Self.full).children {
            let reflected = Mirror(reflecting: value)
            #expect(reflected.displayStyle != .optional || !reflected.children.isEmpty, "\(name ?? "")")
        }
        for entries in [[Self.full, Self.least, Self.full], [Self.least], []] {
            let bytes = try #require(entries.stored)
            let read = try #require([CardEntry](stored: bytes))
            #expect(read == entries)
            // String equality follows Unicode, so the bytes are compared as well.
            #expect(read.stored == entries.stored)
        }
    }

    @Test func `texts that cards share are written once`() throws {
        let list = try stored((0..<50).map { _ in Self.full })
        for (name, count) in ["types": 1, "styles": 1, "issuers": 1, "logos": 1, "lists": 4, "cards": 50] {
            guard case .array(let values)? = list[name] else { throw StoredOtherwise() }
            #expect(values.count == count, "\(name)")
        }
    }

    private struct StoredOtherwise: Error {}

    @Test func `a time that is none cannot be stored`() {
        for seconds in [Double.nan, .infinity] {
            var entry = Self.full
            entry.status.learntAt = Date(timeIntervalSinceReferenceDate: seconds)
            #expect([entry].stored == nil)
        }
    }

    @Test(arguments: CardList.Place.allCases)
    func `an entry that has something else in a place is not read`(_ place: CardList.Place) throws {
        let wrong: [JSONValue] = [
            -1, 99, .integer(.max), [[99, 1]], [[0]], [[0, "x"]], [.decimal(0.5)], ["x": 1], [nil], .null, "x", true, .decimal(0.5),
        ]
        var refused = 0
        for value in wrong {
            var list = try stored([Self.full])
            guard case .array(let cards)? = list["cards"], case .array(var card)? = cards.first else { throw StoredOtherwise() }
            card[place.rawValue] = value
            list.set("cards", [.array(card)])
            if [CardEntry](stored: list.encode()) == nil { refused += 1 }
        }
        // At most five of these values are valid in a place: numbers, and null for a time.
        #expect(refused >= wrong.count - 5, "\(place)")
    }

    @Test func `a list of another shape is not read`() throws {
        let list = try stored([Self.full])
        for name in CardList.Table.allCases.map(\.rawValue) + [CardList.cards] {
            var without = list
            _ = without.remove(name)
            #expect([CardEntry](stored: without.encode()) == nil, "\(name)")
            var other = list
            other.set(name, [7])
            #expect([CardEntry](stored: other.encode()) == nil, "\(name)")
        }
        var more = list
        more.append("more", 1)
        guard case .array(let cards)? = list["cards"], case .array(let card)? = cards.first else { throw StoredOtherwise() }
        var longer = list
        longer.set("cards", [.array(card + [nil])])
        var shorter = list
        shorter.set("cards", [.array(Array(card.dropLast()))])
        for bytes in [more.encode(), longer.encode(), shorter.encode(), [], Array("[]".utf8), Array(list.encode().dropLast())] {
            #expect([CardEntry](stored: bytes) == nil)
        }
    }
}
