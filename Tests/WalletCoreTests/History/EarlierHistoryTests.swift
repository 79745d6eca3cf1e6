// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletInterface

@testable import WalletCore

/// The events of version 0.1 of the app, whose code wrote Tests/Fixtures/Store/version-5-history.db: they have no links, and less to tell.
///
/// The PID `old-card` was issued (1), shared (2) and revoked (3); `first-card` replaced it (4) and was shared with each outcome (5 to 9);
/// an answer from it is in flight (10).
struct EarlierHistoryTests {
    private let stage: HistoryStage

    /// Copies the rows of the fixture, whose registration belongs to no provider, into a registered wallet.
    init() async throws {
        stage = try await HistoryStage()
        let phone = try Phone(fixture: "version-5-history")
        let earlier = try await phone.openStore()
        let entry = try #require(try earlier.value(.cardEntry(CardID("first-card"))))
        let sending = try #require(try earlier.value(.sharing))
        var events: [StoredEvent] = []
        for number in 1...9 { events.append(try #require(try earlier.value(.event(Int64(number))))) }
        let rows = events
        earlier.close()
        withExtendedLifetime(phone) {}
        try await stage.core.store().change { changes throws(WalletCoreError) in
            try changes.set(.cardEntry(entry.id), to: entry)
            try changes.set(.pid, to: StoredPID(card: entry.id, recovery: .known))
            for (index, event) in rows.enumerated() { try changes.set(.event(Int64(index + 1)), to: event) }
            try changes.set(.eventCount, to: 10)
            try changes.set(.sharing, to: sending)
        }
    }

    private let own: [Int64] = [10, 9, 7, 6, 5, 4, 3, 2, 1]

    @Test func `the fixture opens as it is, and no row of it has links`() async throws {
        let phone = try Phone(fixture: "version-5-history")
        let store = try await phone.openStore()
        #expect(try store.value(.eventCount) == 10 && store.value(.firstLinkedEvent) == nil && store.value(.historyOff) == nil)
        for number in 1...9 { #expect(try store.value(.event(Int64(number)))?.links == nil) }
        #expect(try store.value(.cardEntry(CardID("first-card")))?.lastEvent == nil)
        #expect(try store.value(.sharing)?.number == 10)
        store.close()
    }

    @Test func `every event is shown, with what was kept of it`() async throws {
        let events = try await stage.core.events()
        #expect(events.map(\.number) == Array((1...10).reversed()) && events.unreadableCount == 0)
        #expect(
            events.reversed().map(\.kind) == [
                .issued, .shared, .revoked, .renewed, .shared, .shared, .shared, .shared, .shared, .shared,
            ])
        #expect(
            events.reversed().compactMap { $0.sharing?.outcome } == [
                .delivered, .delivered, .refused, .mayHaveArrived, .notSent, .delivered, .mayHaveArrived,
            ])
        for event in events {
            let card = try #require(event.card)
            #expect(card.issuer.identifier.isEmpty && card.issuer.certifiedName == nil && !card.name.entries.isEmpty)
            #expect(event.about == nil && event.contact == nil)
        }
        #expect(try await stage.core.event(5)?.sharing?.refusedAddress == "relative")
        #expect(try await stage.core.event(9)?.sharing?.isLogin == true)
    }

    @Test func `the history of the card goes back to the card that it replaced`() async throws {
        #expect(try await stage.numbers(of: "first-card") == own)
        #expect(try await stage.numbers(of: "old-card") == [3, 2, 1])
        for size in 1...4 { #expect(try await stage.pages(of: "first-card", size: size) == own) }
    }

    @Test func `new events and a renewal continue the line`() async throws {
        try await stage.core.share(["first-card"])
        #expect(try await stage.links(11) == [StoredEvent.Link(card: CardID("first-card"), previous: nil)])
        #expect(try await stage.core.store().value(.firstLinkedEvent) == 11)
        try await stage.core.issueCard("new-card", replacing: "first-card")
        try await stage.core.share(["new-card"])
        #expect(try await stage.numbers(of: "new-card") == [13, 12, 11] + own)
        for size in 1...4 { #expect(try await stage.pages(of: "new-card", size: size) == [13, 12, 11] + own) }
    }

    @Test func `a renewal as the first new event continues the line`() async throws {
        try await stage.core.issueCard("new-card", replacing: "first-card")
        #expect(try await stage.numbers(of: "new-card") == [11] + own)
    }

    @Test func `a card without linked events opens no row with links`() async throws {
        try await stage.core.issueCard("other")
        for _ in 0..<20 { try await stage.core.share(["other"]) }
        try await stage.change("UPDATE event SET sealed = randomblob(300) WHERE CAST(name AS INTEGER) > 10")
        let events = try await stage.core.events(of: CardID("first-card"))
        #expect(events.map(\.number) == own && events.unreadableCount == 0)
    }

    @Test func `the answer in flight is settled in its old form, and stays in the line`() async throws {
        try await stage.core.share(["first-card"])
        try await stage.core.settleSharing(.delivered)
        #expect(try await stage.numbers(of: "first-card") == [11] + own)
        #expect(try await stage.core.event(10)?.sharing?.outcome == .delivered)
    }

    @Test func `a later page of events without links does not read the pages before it again`() async throws {
        let stage = try await HistoryStage()
        let entry = CardStoreTests.entry("a")
        try await stage.core.store().change { changes throws(WalletCoreError) in try changes.set(.cardEntry(entry.id), to: entry) }
        for _ in 0..<200 { try await stage.core.recordUnlinked(StoredEvents.shared(["a"])) }
        let reads = try await stage.countReads()
        #expect(try await stage.numbers(of: "a", before: 10, limit: 5) == [9, 8, 7, 6, 5])
        // Its own rows, and the last of the page before.
        #expect(reads.count == 6)
    }

    @Test func `pages of events without links behind a renewal go on where the page before ended`() async throws {
        let stage = try await HistoryStage()
        let entry = CardStoreTests.entry("new")
        try await stage.core.store().change { changes throws(WalletCoreError) in try changes.set(.cardEntry(entry.id), to: entry) }
        for _ in 0..<30 { try await stage.core.recordUnlinked(StoredEvents.shared(["old"])) }
        try await stage.core.recordUnlinked(entry.event(.renewed, at: StoredEvents.date))
        let reads = try await stage.countReads()
        #expect(try await stage.pages(of: "new", size: 5) == Array((1...31).reversed()))
        // Six rows are read once more by the look ahead after each page.
        #expect(reads.count == 31 + 6)
    }

    @Test func `the place of a page is of one card, ends with a lock, and the pages join without it`() async throws {
        let first = try await stage.numbers(of: "first-card", limit: 4)
        #expect(try await stage.numbers(of: "old-card", before: first.last, limit: 2) == [3, 2])
        #expect(try await stage.numbers(of: "first-card", before: first.last) == Array(own.dropFirst(4)))
        _ = try await stage.numbers(of: "first-card", limit: 4)
        await stage.core.lock()
        #expect(try await stage.core.hasPlaceInHistory() == false)
        try await stage.enterPIN()
        #expect(try await stage.numbers(of: "first-card", before: first.last) == Array(own.dropFirst(4)))
    }

    // MARK: Deletion

    @Test(arguments: [Int64(1), 3, 4, 6, 9])
    func `a deleted event leaves the others in the line`(number: Int64) async throws {
        try await stage.core.deleteEvent(number)
        #expect(try await stage.core.event(number) == nil)
        let events = try await stage.core.events(of: CardID("first-card"))
        #expect(events.map(\.number) == own.filter { $0 != number } && events.unreadableCount == 0)
        #expect(try await stage.core.events().unreadableCount == 0)
    }

    @Test func `the line holds when all events but the oldest are deleted, in any order`() async throws {
        for numbers: [Int64] in [[4, 3, 2], [5, 6, 7, 8, 9]] {
            for number in numbers { try await stage.core.deleteEvent(number) }
        }
        #expect(try await stage.numbers(of: "first-card") == [10, 1])
        #expect(try await stage.links(4) == [StoredEvent.Link(card: CardID("first-card"), was: CardID("old-card"))])
    }

    @Test func `deleting all events leaves the answer in flight, which begins the history`() async throws {
        try await stage.core.deleteHistory()
        #expect(try await stage.numbers() == [11, 10])
        #expect(try await stage.numbers(of: "first-card") == [10])
        #expect(try await stage.core.event(9) == nil)
    }
}

extension Core {
    /// True if the core remembers where a page of a card's history ended.
    fileprivate func hasPlaceInHistory() throws -> Bool { try !wallet().cards.pageEnds.isEmpty }
}
