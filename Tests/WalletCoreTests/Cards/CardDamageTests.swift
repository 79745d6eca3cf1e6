// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import Testing
import WalletInterface

@testable import WalletCore

/// Damage in the rows of cards, copies and events: no start detects it, but such a card is never shown as valid (F-D1, F-D2).
@Suite(.timeLimit(.minutes(20)))
struct CardDamageTests {
    private let phone: Phone

    /// A registered wallet with three cards of four copies each, and an event for each.
    init() async throws {
        phone = try Phone()
        _ = try await phone.registered()
        let store = try await phone.openStore()
        let entries = (0..<3).map { number in
            var entry = CardStoreTests.entry("c\(number)", isPID: number == 1)
            entry.sdJWTs = (0..<2).map { "c\(number).sd.\($0)" }
            entry.mdocs = (0..<2).map { "c\(number).mdoc.\($0)" }
            return entry
        }
        try store.change { changes throws(WalletCoreError) in
            try changes.set(.eventCount, to: 3)
            for (number, entry) in entries.enumerated() {
                try changes.set(.cardEntry(entry.id), to: entry)
                try changes.set(.card(entry.id), to: CardStoreTests.card("name \(number)"))
                try changes.set(.event(Int64(number + 1)), to: entry.event(.issued, at: entry.issuedAt))
                for name in entry.sdJWTs + entry.mdocs {
                    try changes.set(.copy(name), to: StoredCopy(credential: "credential of \(name)", keyID: "key of \(name)"))
                }
            }
        }
        store.close()
    }

    private func change(_ body: @escaping @Sendable (Database) throws -> Void) async throws {
        let database = try DatabaseQueue(path: phone.file)
        try await database.write(body)
        try database.close()
    }

    private func change(_ sql: String) async throws { try await change { try $0.execute(sql: sql) } }

    /// Flips one bit of each value.
    private func flip(_ table: String, _ condition: String) async throws {
        try await change { database in
            for row in try Row.fetchAll(database, sql: "SELECT name, sealed FROM \(table) WHERE \(condition)") {
                let name: String = row["name"]
                var sealed: Data = row["sealed"]
                sealed[sealed.count / 2] ^= 1
                try database.execute(sql: "UPDATE \(table) SET sealed = ? WHERE name = ?", arguments: [sealed, name])
            }
        }
    }

    private func unlocked() async throws -> Core {
        let core = try await phone.launch()
        _ = try await core.unlock(pin: Phone.pin())
        return core
    }

    private static func statuses(_ cards: Cards) -> [String: CardStatus] {
        guard case .shown(let shown) = cards else { return [:] }
        return Dictionary(uniqueKeysWithValues: shown.map { ($0.id.text, $0.status) })
    }

    /// Returns the dashboard of a new process after the cards were read.
    private func dashboard() async throws -> [String: CardStatus] {
        let core = try await unlocked()
        let cards = try await core.setCardsStream()
        try await phone.whileRunning(core) { try await eventually { await core.cardChecks.count == 3 } }
        await core.clearCardsStream()
        return await cards.reduce(into: [:]) { $0 = Self.statuses($1) }
    }

    @Test func `an intact card is shown as valid`() async throws {
        #expect(try await dashboard() == ["c0": .valid, "c1": .valid, "c2": .valid])
    }

    @Test func `a bit changed in every copy and in the only event is reported as damage, also on the dashboard`() async throws {
        try await flip("copy", "true")
        try await flip("event", "true")
        #expect(try await dashboard() == ["c0": .corrupted, "c1": .corrupted, "c2": .corrupted])
        let events = try await unlocked().events()
        #expect(events.isEmpty && events.unreadableCount == 3)
    }

    /// Changes to the rows of the second card, in SQL.
    private static let damages = [
        "DELETE FROM copy WHERE name = 'c1.sd.1'", "DELETE FROM copy WHERE name LIKE 'c1.%'", "DELETE FROM card WHERE name = 'c1'",
        "UPDATE copy SET name = 'c1.mdoc.7' WHERE name = 'c1.mdoc.1'",
        "UPDATE copy SET sealed = (SELECT sealed FROM copy WHERE name = 'c1.sd.0') WHERE name = 'c1.sd.1'",
        "UPDATE copy SET sealed = (SELECT sealed FROM copy WHERE name = 'c2.mdoc.0') WHERE name = 'c1.mdoc.0'",
        "UPDATE card SET sealed = (SELECT sealed FROM card WHERE name = 'c0') WHERE name = 'c1'",
        "UPDATE copy SET sealed = x'' WHERE name = 'c1.mdoc.1'", "UPDATE card SET sealed = randomblob(300) WHERE name = 'c1'",
    ]

    @Test(arguments: damages)
    func `a deleted, changed or swapped row damages only its own card`(sql: String) async throws {
        try await change(sql)
        #expect(try await dashboard() == ["c0": .valid, "c1": .corrupted, "c2": .valid])
        let core = try await unlocked()
        #expect(try await core.cardDetails(CardID("c1"))?.summary.status == .corrupted)
        #expect(try await core.cardDetails(CardID("c1"))?.claims == [])
        #expect(try await core.cardDetails(CardID("c0"))?.claims.isEmpty == false)
    }

    @Test func `a revoked or expired card that is damaged is reported as damaged`() async throws {
        let store = try await phone.openStore()
        var entry = try #require(try store.value(.cardEntry(CardID("c0"))))
        entry.status.value = .revoked
        let revoked = entry
        try store.change { changes throws(WalletCoreError) in try changes.set(.cardEntry(revoked.id), to: revoked) }
        store.close()
        #expect(try await dashboard()["c0"] == .revoked)
        try await flip("copy", "name = 'c0.mdoc.0'")
        #expect(try await dashboard()["c0"] == .corrupted)
    }

    @Test func `opening a damaged card shows the damage immediately on the card and on the dashboard`() async throws {
        try await flip("copy", "name = 'c2.sd.0'")
        let core = try await unlocked()
        let cards = try await core.setCardsStream()
        #expect(try await core.cardDetails(CardID("c2"))?.summary.status == .corrupted)
        await core.clearCardsStream()
        let last = await cards.reduce(into: [:]) { $0 = Self.statuses($1) }
        #expect(last == ["c0": .valid, "c1": .valid, "c2": .corrupted])
    }

    @Test func `neither a start nor a locked wallet reads any card rows`() async throws {
        let core = try await phone.launch()
        try await core.checkCards()
        #expect(await core.cardChecks.isEmpty)
        _ = try await core.unlock(pin: Phone.pin())
        try await core.checkCards()
        #expect(await core.cardChecks.count == 3)
    }

    @Test func `each card is read once in a process, and the result for a removed card is dropped`() async throws {
        let core = try await unlocked()
        let store = try await core.store()
        try await core.checkCards()
        try await flip("copy", "true")
        try await core.checkCards()
        #expect(await core.cardChecks.values.allSatisfy(\.self))
        try store.change { $0.remove(.cardEntry(CardID("c0"))) }
        try await core.checkCards()
        #expect(await core.cardChecks.count == 2)
        try await core.wipe()
        #expect(await core.cardChecks.isEmpty)
    }

    @Test func `unreadable events are counted, also for one card, as far as they were read`() async throws {
        try await change(
            "DELETE FROM event WHERE name = '1'; UPDATE event SET sealed = (SELECT sealed FROM event WHERE name = '3') WHERE name = '2'")
        let core = try await unlocked()
        let all = try await core.events()
        #expect(all.map(\.number) == [3] && all.unreadableCount == 2)
        #expect(try await core.events(limit: 1).unreadableCount == 0)
        #expect(try await core.events(before: 2).unreadableCount == 1)
        let others = try await core.events(of: CardID("c0"))
        #expect(others.isEmpty && others.unreadableCount == 2)
    }

    @Test func `a store of an earlier version with damaged rows is migrated without those rows`() async throws {
        let phone = try Phone(fixture: "version-3-cards")
        let database = try DatabaseQueue(path: phone.file)
        try await database.write { try $0.execute(sql: "UPDATE copy SET sealed = randomblob(80); UPDATE event SET sealed = x''") }
        try database.close()
        let store = try await phone.openStore()
        let copies = try #require(try store.cardEntries().first?.sdJWTs)
        #expect(try copies.allSatisfy { try !store.opens(.copy($0)) } && !store.opens(.event(1)))
        #expect(try store.opens(.card(CardID("first-card"))))
    }
}
