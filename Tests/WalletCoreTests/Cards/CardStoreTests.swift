// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import Testing
import WalletInterface

@testable import WalletCore

/// Cards, copies and events in the store: many of them do not slow a start, and none can be changed unnoticed.
struct CardStoreTests {
    static func entry(_ name: String, isPID: Bool = false) -> CardEntry {
        CardEntry(
            id: CardID(name), isPID: isPID, type: "type", styles: [CardStyle(locale: "en", name: "Card \(name)")],
            issuerName: LocalizedText([.init(locale: "en", text: "Issuer")]), issuedAt: FakeClock().now, validFrom: nil, expiresAt: nil,
            sdJWTs: [], mdocs: [], status: CardEntry.KnownStatus(value: .valid, learntAt: FakeClock().now, references: []))
    }

    static func card(_ text: String) -> StoredCard {
        StoredCard(
            pictures: [], payload: Data(#"{"vct":"type","given_name":"\#(text)","exp":1}"#.utf8), names: [],
            issuer: CardIssuer(identifier: "https://issuer.test", name: LocalizedText([]), logo: nil, certifiedName: nil))
    }

    /// Returns a registered wallet with that many cards, and ten events for each.
    private func phone(_ count: Int) async throws -> Phone {
        let phone = try Phone()
        _ = try await phone.registered()
        let store = try await phone.openStore()
        let entries = (0..<count).map { Self.entry("c\($0)") }
        try store.change { changes throws(WalletCoreError) in
            for (number, entry) in entries.enumerated() {
                try changes.set(.card(entry.id), to: Self.card("name \(number)"))
                for event in 0..<10 {
                    try changes.set(.event(Int64(number * 10 + event + 1)), to: entry.event(.issued, at: entry.issuedAt))
                }
            }
            try changes.set(.cards, to: entries)
            try changes.set(.eventCount, to: Int64(count * 10))
        }
        store.close()
        return phone
    }

    private func unlocked(_ phone: Phone) async throws -> WalletCore {
        let core = try await phone.launch()
        _ = try await core.unlock(pin: Phone.pin())
        return core
    }

    private func change(_ phone: Phone, _ sql: String) async throws {
        let database = try DatabaseQueue(path: phone.file)
        try await database.write { try $0.execute(sql: sql) }
        try database.close()
    }

    @Test func `a thousand cards and ten thousand events are there, and a start opens none of them`() async throws {
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
        let events = try await core.cardEvents()
        #expect(events.isEmpty && events.unreadableCount == 10_000)
    }

    @Test func `details and events are read when they are asked for`() async throws {
        let core = try await unlocked(phone(20))
        #expect(try await core.cardDetails(CardID("c7"))?.claims.map(\.value) == [.text("name 7")])
        #expect(try await core.cardDetails(CardID("c20")) == nil)
        let events = try await core.cardEvents(limit: 30)
        #expect(events.map(\.number) == Array((171...200).reversed()))
        #expect(try await core.cardEvents(before: 171, limit: 1).map(\.number) == [170])
        #expect(try await core.cardEvents(of: CardID("c3"), limit: 100).map(\.number) == Array((31...40).reversed()))
    }

    @Test func `a row in the place of another, or put back, is no card`() async throws {
        let phone = try await phone(2)
        try await change(
            phone,
            "UPDATE card SET sealed = (SELECT sealed FROM card WHERE name = 'c1') WHERE name = 'c0'; DELETE FROM event WHERE name = '7'")
        let core = try await unlocked(phone)
        #expect(try await core.cardDetails(CardID("c0"))?.summary.status == .corrupted)
        #expect(try await core.cardDetails(CardID("c1"))?.claims.isEmpty == false)
        #expect(try await !core.cardEvents().map(\.number).contains(7))
        #expect(try await core.cardEvents().unreadableCount == 1)
    }

    @Test func `the list that is remembered is the one that is stored`() async throws {
        let phone = try await phone(2)
        let core = try await unlocked(phone)
        #expect(try await core.cardDetails(CardID("c1")) != nil)
        guard case .running(let running) = await core.life else { throw WalletCoreError(.unexpected, "it does not run") }
        try running.store.change { changes throws(WalletCoreError) in try changes.set(.cards, to: [Self.entry("c0")]) }
        #expect(try await core.cardDetails(CardID("c1")) == nil)
        #expect(await core.cardList?.entries.count == 1)
        try await change(phone, "UPDATE account SET sealed = randomblob(400) WHERE name = 'cards'")
        await expect(.storeDamaged) { _ = try await core.cardDetails(CardID("c0")) }
    }

    @Test func `a locked wallet remembers no cards`() async throws {
        let core = try await unlocked(phone(2))
        _ = try await core.cardDetails(CardID("c1"))
        #expect(await core.cardList != nil)
        await core.lock()
        #expect(await core.cardList == nil)
        guard case .running(let running) = await core.life else { throw WalletCoreError(.unexpected, "it does not run") }
        #expect(try await core.cards(running).count == 2)
        #expect(await core.cardList == nil)
    }

    @Test func `the list itself cannot be changed`() async throws {
        let phone = try await phone(2)
        try await change(phone, "DELETE FROM account WHERE name = 'cards'")
        await expect(.storeDamaged) { try await phone.launch() }
    }
}
