// SPDX-License-Identifier: EUPL-1.2

import DCQL
import Foundation
import JSON
import Testing
import WalletInterface

@testable import WalletCore

/// The fast reader of an entry's row, beside the decoder that reads the same row.
struct CardEntryRowTests {
    private static let date = Date(timeIntervalSinceReferenceDate: 785_376_000.25)

    private static func entry(from: Date? = date, until: Date? = nil, logos: [CardEntry.Pictures]? = nil) -> CardEntry {
        CardEntry(
            id: CardID("a/\"b\u{0}ë"), isPID: true, type: "urn:a",
            styles: [CardEntry.Style(locale: nil, name: "n", description: "d/\\", backgroundColor: "#fff", textColor: nil)],
            issuerName: StoredText([.init(locale: "nl", text: "i\n")]), issuedAt: Date(timeIntervalSinceReferenceDate: 785_376_000),
            validFrom: from, expiresAt: until, sdJWTs: ["a.sd.0", "odd"],
            mdocs: [], status: .init(value: .suspended, updatedAt: date, references: ["https://a.test/1": [0, 7], "https://b.test/": []]),
            logos: logos)
    }

    /// An entry with a history.
    private static func linked(lastEvent: Int64?, line: String?, renewedAt: Date? = nil) -> CardEntry {
        var entry = Self.entry()
        entry.lastEvent = lastEvent
        entry.line = line.map(CardID.init)
        entry.renewedAt = renewedAt
        return entry
    }

    private static let entries = [
        entry(), entry(from: nil, until: date), entry(logos: []),
        entry(logos: [CardEntry.Pictures(locale: "nl", logo: "data:image/png;base64,AA//", logoText: nil, background: nil)]),
        linked(lastEvent: 0, line: nil), linked(lastEvent: .max, line: "a/\"ë"), linked(lastEvent: nil, line: ""),
        linked(lastEvent: 7, line: "a", renewedAt: date), linked(lastEvent: nil, line: nil, renewedAt: Date(timeIntervalSince1970: 0)),
    ]

    @Test func `the place in the history is in the row only once there is one, and a wrong form is refused`() throws {
        let plain = try JSONObject(parsing: Array(JSONEncoder().encode(Self.entry())))
        #expect(plain["lastEvent"] == nil && plain["line"] == nil && plain["renewedAt"] == nil)
        let row = try JSONObject(parsing: Array(JSONEncoder().encode(Self.linked(lastEvent: 7, line: "a", renewedAt: Self.date))))
        let entry = try #require(CardEntry(row: Data(row.encode())))
        #expect(entry.lastEvent == 7 && entry.line == CardID("a") && entry.renewedAt == Self.date)
        let wrongs: [(String, JSONValue)] = [
            ("lastEvent", "7"), ("lastEvent", [7]), ("line", "a"), ("line", ["text": 7]), ("renewedAt", "7"), ("renewedAt", [7]),
        ]
        for (name, wrong) in wrongs {
            var other = row
            other.set(name, wrong)
            #expect(CardEntry(row: Data(other.encode())) == nil, "\(name)")
        }
        var older = row
        for name in ["lastEvent", "line", "renewedAt"] { older.set(name, .null) }
        #expect(CardEntry(row: Data(older.encode())) == Self.entry())
    }

    @Test(arguments: entries) func `a row is read as it was stored, with the same result as a JSON decoder`(entry: CardEntry) throws {
        let row = try JSONEncoder().encode(entry)
        #expect(CardEntry(row: row) == entry)
        #expect(try JSONDecoder().decode(CardEntry.self, from: row) == entry)
    }

    @Test func `the copies left are those of the format with the fewest, and none for a card that never had one`() {
        var entry = Self.entry()
        #expect(entry.copiesLeft == 2)
        entry.mdocs = ["m"]
        #expect(entry.copiesLeft == 1)
        let spent = entry.spend("m", as: .mdoc)
        #expect(spent)
        #expect(entry.copiesLeft == 0)
        (entry.sdJWTs, entry.mdocs, entry.spentMDoc) = ([], [], nil)
        #expect(entry.copiesLeft == nil)
        #expect(entry.summary(as: .valid, in: .gmt).copiesLeft == nil)
    }

    @Test func `a row that lacks a member or has a wrong value is refused`() throws {
        let row = try JSONObject(parsing: Array(JSONEncoder().encode(Self.entry())))
        let optional = ["validFrom", "expiresAt", "logos"]
        for member in row.members {
            var other = row
            other.set(member.name, ["x"])
            if !["sdJWTs", "mdocs"].contains(member.name) { #expect(CardEntry(row: Data(other.encode())) == nil, "\(member.name)") }
            other.set(member.name, [7])
            #expect(CardEntry(row: Data(other.encode())) == nil, "\(member.name)")
            _ = other.remove(member.name)
            #expect((CardEntry(row: Data(other.encode())) == nil) == !optional.contains(member.name), "\(member.name)")
        }
        for bytes in ["", "{}", "[]", "null", "x"] { #expect(CardEntry(row: Data(bytes.utf8)) == nil) }
    }
}
