// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import Testing
import WalletInterface

@testable import WalletCore

/// Cards, copies and events in the store: many of them do not slow a start, and none can be changed unnoticed.
struct CardStoreTests {
    static func entry(_ name: String, isPID: Bool = false, issuedAt: Date = PhoneClock().now) -> CardEntry {
        CardEntry(
            id: CardID(name), isPID: isPID, type: "type", styles: [style("Card \(name)")],
            issuerName: StoredText([.init(locale: "en", text: "Issuer")]), issuedAt: issuedAt, validFrom: nil, expiresAt: nil,
            sdJWTs: [], mdocs: [], status: CardEntry.KnownStatus(value: .valid, updatedAt: PhoneClock().now, references: [:]))
    }

    private static func style(_ name: String) -> CardEntry.Style {
        CardEntry.Style(locale: "en", name: name, description: nil, backgroundColor: nil, textColor: nil)
    }

    static func card(_ text: String) -> StoredCard {
        StoredCard(
            pictures: [], payload: Data(#"{"vct":"type","given_name":"\#(text)","exp":1}"#.utf8), names: [],
            issuer: StoredCard.Issuer(identifier: "https://issuer.test", name: StoredText([]), logo: nil, certifiedName: nil))
    }

    /// Returns a registered wallet with that many cards, and ten events for each.
    private func phone(_ count: Int) async throws -> Phone {
        let phone = try Phone()
        _ = try await phone.registered()
        let store = try await phone.openStore()
        let entries = (0..<count).map { Self.entry("c\($0)") }
        try store.change { changes throws(WalletCoreError) in
            for (number, entry) in entries.enumerated() {
                try changes.set(.cardEntry(entry.id), to: entry)
                try changes.set(.card(entry.id), to: Self.card("name \(number)"))
                for event in 0..<10 {
                    try changes.set(.event(Int64(number * 10 + event + 1)), to: entry.event(.issued, at: entry.issuedAt))
                }
            }
            try changes.set(.eventCount, to: Int64(count * 10))
        }
        store.close()
        return phone
    }

    private func unlocked(_ phone: Phone) async throws -> Core {
        let core = try await phone.launch()
        _ = try await core.unlock(pin: Phone.pin())
        return core
    }

    private func change(_ phone: Phone, _ sql: String) async throws {
        let database = try DatabaseQueue(path: phone.file)
        try await database.write { try $0.execute(sql: sql) }
        try database.close()
    }

    @Test func `a start opens none of a thousand cards and ten thousand events`() async throws {
        let phone = try await phone(1000)
        #expect(try phone.storeBytes.count > StoreFile.thoroughSize)
        // Reading them would reveal the change.
        try await change(phone, "UPDATE card SET sealed = randomblob(400); UPDATE event SET sealed = randomblob(300)")
        let core = try await unlocked(phone)
        let stream = try await core.setCardsStream()
        for await cards in stream {
            guard case .shown(let shown) = cards else { continue }
            #expect(shown.count == 1000)
            break
        }
        let details = try await core.cardDetails(CardID("c500"))
        #expect(details?.summary.status == .corrupted)
        #expect(details?.claims.isEmpty == true)
        #expect(await core.cardChecks.count == 1)
        let events = try await core.events()
        #expect(events.isEmpty && events.unreadableCount == 10_000)
    }

    @Test func `the details and events of a card are decrypted only on request`() async throws {
        let core = try await unlocked(phone(20))
        #expect(try await core.cardDetails(CardID("c7"))?.claims.map(\.value) == [.text("name 7")])
        #expect(try await core.cardDetails(CardID("c20")) == nil)
        let events = try await core.events(limit: 30)
        #expect(events.map(\.number) == Array((171...200).reversed()))
        #expect(try await core.events(before: 171, limit: 1).map(\.number) == [170])
        #expect(try await core.events(of: CardID("c3"), limit: 100).map(\.number) == Array((31...40).reversed()))
    }

    @Test func `a row swapped with a different row, or restored from earlier, is not accepted as a card`() async throws {
        let phone = try await phone(2)
        try await change(
            phone,
            "UPDATE card SET sealed = (SELECT sealed FROM card WHERE name = 'c1') WHERE name = 'c0'; DELETE FROM event WHERE name = '7'")
        let core = try await unlocked(phone)
        #expect(try await core.cardDetails(CardID("c0"))?.summary.status == .corrupted)
        #expect(try await core.cardDetails(CardID("c1"))?.claims.isEmpty == false)
        #expect(try await !core.events().map(\.number).contains(7))
        #expect(try await core.events().unreadableCount == 1)
    }

    @Test func `a changed entry is decoded again, and a removed entry is dropped`() async throws {
        let phone = try await phone(3)
        let core = try await unlocked(phone)
        #expect(try await core.readCards().count == 3)
        let changed = Self.entry("c1", isPID: true)
        try await core.store().change { changes throws(WalletCoreError) in
            try changes.set(.cardEntry(changed.id), to: changed)
            changes.remove(.cardEntry(CardID("c2")))
        }
        #expect(try await core.readCards() == [Self.entry("c0"), changed])
        #expect(await core.decodedCards.count == 2)
        #expect(try await core.cardDetails(CardID("c2")) == nil)
        try await change(phone, "UPDATE card_entry SET sealed = randomblob(400) WHERE name = 'c0'")
        await expect(.storeDamaged) { _ = try await core.cardDetails(CardID("c0")) }
        await expect(.storeDamaged) { _ = try await core.readCards() }
        #expect(try await core.cardDetails(CardID("c1")) != nil)
    }

    @Test func `a locked wallet keeps no decoded entry in memory`() async throws {
        let core = try await unlocked(phone(2))
        #expect(try await core.readCards().count == 2)
        #expect(await core.decodedCards.count == 2)
        await core.lock()
        #expect(await core.decodedCards.isEmpty)
        #expect(try await core.readCards().count == 2)
        #expect(await core.decodedCards.isEmpty)
    }

    @Test func `cards are in the order of their issuance`() async throws {
        let phone = try await phone(0)
        let store = try await phone.openStore()
        try store.change { changes throws(WalletCoreError) in
            for (name, second) in [("c", 0.0), ("a", 1), ("d", 2), ("b", 2)] {
                let entry = Self.entry(name, issuedAt: PhoneClock().now.addingTimeInterval(second))
                try changes.set(.cardEntry(entry.id), to: entry)
            }
        }
        store.close()
        #expect(try await unlocked(phone).readCards().map(\.id.text) == ["c", "a", "b", "d"])
    }

    @Test(arguments: [
        "DELETE FROM card_entry WHERE name = 'c0'", "UPDATE card_entry SET sealed = randomblob(400) WHERE name = 'c1'",
        "UPDATE card_entry SET name = 'c2' WHERE name = 'c1'", "INSERT INTO card_entry (name, sealed) VALUES ('c2', x'00')",
        "UPDATE card_entry SET sealed = (SELECT sealed FROM card_entry WHERE name = 'c1') WHERE name = 'c0'",
    ])
    func `a store with a changed, removed or added entry is refused`(sql: String) async throws {
        let phone = try await phone(2)
        try await change(phone, sql)
        await expect(.storeDamaged) { try await phone.launch() }
    }

    @Test func `an entry restored from an earlier time is refused`() async throws {
        let phone = try await phone(2)
        let store = try await phone.openStore()
        let old = try #require(try store.sealedValue(.cardEntry(CardID("c0"))))
        var entry = Self.entry("c0")
        entry.status.value = .revoked
        let revoked = entry
        try store.change { changes throws(WalletCoreError) in try changes.set(.cardEntry(revoked.id), to: revoked) }
        store.close()
        let database = try DatabaseQueue(path: phone.file)
        try await database.write { try $0.execute(sql: "UPDATE card_entry SET sealed = ? WHERE name = 'c0'", arguments: [old]) }
        try database.close()
        await expect(.storeDamaged) { try await phone.launch() }
    }

    @Test func `a change of one of a thousand cards writes only its row`() async throws {
        let phone = try await phone(1000)
        defer { withExtendedLifetime(phone) {} }
        let store = try await phone.openStore()
        let before = try store.sealedValues(in: .cardEntry)
        var entry = Self.entry("c500")
        entry.status.value = .suspended
        let changed = entry
        try store.change { changes throws(WalletCoreError) in try changes.set(.cardEntry(changed.id), to: changed) }
        let after = try store.sealedValues(in: .cardEntry)
        #expect(before.map(\.name) == after.map(\.name) && after.count == 1000)
        // Sealing is randomised: a row with the same bytes was not written.
        let written = zip(before, after).compactMap { old, new in old.sealed == new.sealed ? nil : new.name }
        #expect(written == ["c500"])
    }

    @Test func `a kill while a card is replaced leaves the old card or the new card, each with its row`() async throws {
        let phone = try await phone(2)
        let new = Self.entry("new")
        let killed = try await KilledPhones.during(phone) {
            let store = try await phone.openStore()
            try store.change { changes throws(WalletCoreError) in
                changes.remove(.cardEntry(CardID("c0")))
                changes.remove(.card(CardID("c0")))
                try changes.set(.cardEntry(new.id), to: new)
                try changes.set(.card(new.id), to: Self.card("new"))
            }
            store.close()
        }
        var outcomes: Set<[String]> = []
        for phone in killed + [phone] {
            let store = try await phone.openStore()
            let names = try store.cardEntries().map(\.id.text)
            #expect(try store.sealedValues(in: .card).map(\.name) == names)
            outcomes.insert(names)
            store.close()
        }
        #expect(outcomes == [["c0", "c1"], ["c1", "new"]])
    }

    @Test func `an entry with an invalid time cannot be stored`() async throws {
        let phone = try await phone(1)
        let store = try await phone.openStore()
        for seconds in [Double.nan, .infinity] {
            let entry = Self.entry("c0", issuedAt: Date(timeIntervalSinceReferenceDate: seconds))
            await expect(.unexpected) {
                try store.change { changes throws(WalletCoreError) in try changes.set(.cardEntry(entry.id), to: entry) }
            }
        }
        #expect(try store.cardEntries() == [Self.entry("c0")])
    }
}
