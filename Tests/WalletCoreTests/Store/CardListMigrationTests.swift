// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import Testing
import WalletInterface

@testable import WalletCore

/// The list of cards of versions 3 and 4, in shapes that no wallet wrote. `StoreMigrationTests` has the stores that wallets wrote.
struct CardListMigrationTests {
    /// A card of version 3.
    private static let object: JSONValue = [
        "id": ["text": "a"], "isPID": true, "type": "t", "styles": [["locale": "nl", "name": "n"]],
        "issuerName": ["entries": [["text": "i"]]],
        "issuedAt": 1, "sdJWTs": ["a.sd.0"], "mdocs": [],
        "status": [
            "value": "valid", "learntAt": 1,
            "references": [["uri": "u", "index": 5], ["uri": "v", "index": 6], ["uri": "u", "index": 7]],
        ],
    ]

    /// The same card of version 4, with the tables.
    private static let list: JSONObject = [
        "types": ["t"], "issuers": [[[nil, "i"]]], "styles": [[["nl", "n", nil, nil, nil]]], "logos": [], "lists": ["u", "v"],
        "cards": [["a", true, 0, 0, 0, 1, nil, nil, [0], [], "valid", 1, [[0, 5], [1, 6], [0, 7]], nil]],
    ]

    private func converted(_ value: JSONValue) throws -> [StoreChanges.Write] {
        try CardList.convert(.account, "cards", Data(value.encode()))
    }

    @Test(arguments: [[object], .object(list)] as [JSONValue])
    func `the list of cards becomes a row for each card`(list: JSONValue) throws {
        let writes = try converted(list)
        #expect(writes.map(\.table) == [.account, .cardEntry] && writes.map(\.name) == ["cards", "a"])
        #expect(writes[0].plaintext == nil)
        let entry = try JSONDecoder().decode(CardEntry.self, from: try #require(writes[1].plaintext))
        #expect(entry.status.references == ["u": [5, 7], "v": [6]] && entry.sdJWTs == ["a.sd.0"] && entry.styles.map(\.name) == ["n"])
        #expect(entry.issuedAt == Date(timeIntervalSinceReferenceDate: 1) && entry.logos == nil)
    }

    @Test func `the migration of the card list changes no other value`() throws {
        for (table, name) in [(StoreTable.account, "pid"), (.pending, "cards"), (.card, "cards")] {
            let writes = try CardList.convert(table, name, Data("x".utf8))
            #expect(writes.map(\.table) == [table] && writes.map(\.name) == [name] && writes.map(\.plaintext) == [Data("x".utf8)])
        }
    }

    @Test func `a card list in any other form is refused`() async throws {
        var others: [JSONValue] = [nil, "x", 7, [7], [["id": "a"]], [:], ["cards": 7], ["cards": [7]], ["cards": [[]]]]
        for name in ["types", "issuers", "styles", "lists"] {
            var list = Self.list
            list.set(name, [])
            others.append(.object(list))
            list.set(name, 7)
            others.append(.object(list))
        }
        guard case .array(let cards)? = Self.list["cards"], case .array(let card)? = cards.first else {
            throw CocoaError(.coderInvalidValue)
        }
        // The places that refer to a table or are read.
        for place in [0, 2, 3, 4, 8, 9, 12, 13] {
            for value: JSONValue in [-1, 99, true] {
                var changed = card
                changed[place] = value
                var list = Self.list
                list.set("cards", [.array(changed)])
                others.append(.object(list))
            }
        }
        for other in others { await expect(.storeDamaged) { _ = try converted(other) } }
        await expect(.storeDamaged) { _ = try CardList.convert(.account, "cards", Data("{".utf8)) }
    }
}
