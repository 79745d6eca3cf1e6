// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletInterface

@testable import WalletCore

/// The history of one card: each event names the one before, through renewals and from page to page (UC6.2).
struct HistoryChainTests {
    @Test func `each event of a card names the one before, also between events of another card`() async throws {
        let stage = try await HistoryStage()
        for name in ["a", "b"] { try await stage.core.issueCard(name) }
        for name in ["a", "b", "b", "a"] { try await stage.core.share([name]) }
        #expect(try await stage.numbers(of: "a") == [6, 3, 1])
        #expect(try await stage.numbers(of: "b") == [5, 4, 2])
        #expect(try await stage.numbers() == [6, 5, 4, 3, 2, 1])
        #expect(try await stage.links(1) == [StoredEvent.Link(card: CardID("a"), previous: 0)])
        #expect(try await stage.links(6) == [StoredEvent.Link(card: CardID("a"), previous: 3)])
        let store = try await stage.core.store()
        #expect(try store.value(.cardEntry(CardID("a")))?.lastEvent == 6 && store.value(.firstLinkedEvent) == 1)
    }

    @Test func `the history of a renewed card begins with the first card, and other cards' events are not in it`() async throws {
        let stage = try await HistoryStage()
        try await stage.core.issueCard("a")
        try await stage.core.issueCard("other")
        try await stage.core.share(["a"])
        try await stage.core.issueCard("b", replacing: "a")
        try await stage.core.share(["other"])
        try await stage.core.share(["b"])
        try await stage.core.issueCard("c", replacing: "b")
        #expect(try await stage.numbers(of: "c") == [7, 6, 4, 3, 1])
        #expect(try await stage.numbers(of: "other") == [5, 2])
        #expect(
            try await stage.links(7) == [StoredEvent.Link(card: CardID("c"), line: CardID("a"), was: CardID("b"), previous: 6)])
        let events = try await stage.core.events(of: CardID("c"))
        #expect(events.map(\.kind) == [.renewed, .shared, .renewed, .shared, .issued])
        #expect(events.first?.card?.issuer.identifier == "https://issuer.test" && events.unreadableCount == 0)
    }

    @Test func `a card that is gone still has its events, up to the one with which another replaced it`() async throws {
        let stage = try await HistoryStage()
        try await stage.core.issueCard("a")
        try await stage.core.share(["a"])
        try await stage.core.issueCard("b", replacing: "a")
        try await stage.core.share(["b"])
        #expect(try await stage.numbers(of: "a") == [3, 2, 1])
        #expect(try await stage.pages(of: "a", size: 1) == [3, 2, 1])
        #expect(try await stage.numbers(of: "nobody").isEmpty)
    }

    @Test(arguments: [1, 2, 3])
    func `pages join without a gap or a repetition, also over renewals and answers from two cards`(size: Int) async throws {
        let stage = try await HistoryStage()
        for name in ["a", "x"] { try await stage.core.issueCard(name) }
        for _ in 0..<3 { try await stage.core.share(["a", "x"]) }
        try await stage.core.issueCard("b", replacing: "a")
        try await stage.core.issueCard("y", replacing: "x")
        for _ in 0..<2 { try await stage.core.share(["y", "b"]) }
        #expect(try await stage.numbers(of: "b") == [9, 8, 6, 5, 4, 3, 1])
        #expect(try await stage.numbers(of: "y") == [9, 8, 7, 5, 4, 3, 2])
        for card in ["b", "y"] { #expect(try await stage.pages(of: card, size: size) == stage.numbers(of: card)) }
    }

    @Test func `a page that begins at an event of another card, or at none, has only the card's own events`() async throws {
        let stage = try await HistoryStage()
        for name in ["a", "b"] { try await stage.core.issueCard(name) }
        for name in ["b", "a", "b"] { try await stage.core.share([name]) }
        #expect(try await stage.numbers(of: "a", before: 5) == [4, 1])
        #expect(try await stage.numbers(of: "a", before: 3) == [1])
        #expect(try await stage.numbers(of: "a", before: 900) == [4, 1])
        for before in [1, 0, -5, Int64.min] { #expect(try await stage.numbers(of: "a", before: before).isEmpty) }
        #expect(try await stage.core.events(before: Int64.min).isEmpty)
    }

    @Test func `events of one time are in the order in which they were written`() async throws {
        let stage = try await HistoryStage()
        try await stage.core.issueCard("a")
        var early = StoredEvents.shared(["a"])
        early = StoredEvent(
            kind: early.kind, date: early.date.addingTimeInterval(-86_400), card: early.card, cardName: early.cardName,
            issuerName: early.issuerName, sharing: early.sharing)
        try await stage.core.share(["a"])
        try await stage.core.record(early, in: ["a"])
        #expect(try await stage.numbers() == [3, 2, 1])
        #expect(try await stage.numbers(of: "a") == [3, 2, 1])
    }

    @Test func `the history of a card opens its own rows only, of ten thousand`() async throws {
        let stage = try await HistoryStage()
        try await stage.core.issueCard("a")
        try await stage.core.issueCard("b")
        try await stage.core.share(["a"])
        try await stage.core.shareOften("b", count: 10_000)
        try await stage.core.share(["a"])
        try await stage.change("UPDATE event SET sealed = randomblob(300) WHERE name NOT IN ('1', '3', '10004')")
        let events = try await stage.core.events(of: CardID("a"))
        #expect(events.map(\.number) == [10_004, 3, 1] && events.unreadableCount == 0)
        #expect(try await stage.core.events().unreadableCount == 10_001)
    }

    // MARK: What is in it

    @Test func `an answer that has not left the phone is in the history of the wallet only`() async throws {
        let stage = try await HistoryStage()
        try await stage.core.issueCard("a")
        let outcomes = SharingEvent.Outcome.allCases
        for outcome in outcomes { try await stage.core.share(["a"], outcome) }
        #expect(try await stage.core.events(of: CardID("a")).compactMap { $0.sharing?.outcome } == outcomes.filter(\.hasLeft).reversed())
        #expect(try await stage.core.events().count == outcomes.count + 1)
    }

    @Test func `an event without a card is in no card's history, also where every row is read`() async throws {
        let stage = try await HistoryStage()
        try await stage.core.issueCard("a")
        var report = StoredEvents.shared(["a"])
        report = StoredEvent(
            kind: WalletEvent.Kind.problemReported.rawValue, date: report.date, card: CardID("a"), cardName: StoredText([]),
            issuerName: StoredText([]), sharing: report.sharing, about: 1,
            contact: StoredContact(EventContact(body: .supervisor, way: .mail, name: "Authority")))
        try await stage.core.record(report, in: [])
        try await stage.core.share(["a"])
        #expect(try await stage.links(2) == [])
        #expect(try await stage.numbers(of: "a") == [3, 1])
        let event = try #require(try await stage.core.event(2))
        #expect(event.about == 1 && event.contact == EventContact(body: .supervisor, way: .mail, name: "Authority"))
        try await stage.damage(3)
        #expect(try await stage.numbers(of: "a") == [1])
    }

    @Test func `the answer in flight stands for its number, and its row takes its place`() async throws {
        let stage = try await HistoryStage()
        try await stage.core.issueCard("a")
        #expect(try await stage.core.beginSharing("a") == 2)
        try await stage.core.share(["a"])
        #expect(try await stage.numbers(of: "a") == [3, 2, 1])
        #expect(try await stage.core.event(2)?.sharing?.outcome == .mayHaveArrived)
        try await stage.core.settleSharing(.delivered)
        #expect(try await stage.numbers(of: "a") == [3, 2, 1])
        #expect(try await stage.core.event(2)?.sharing?.outcome == .delivered)
    }

    // MARK: One event

    @Test func `one event is read by its number; there is none before the first and after the last`() async throws {
        let stage = try await HistoryStage()
        try await stage.core.issueCard("a")
        try await stage.core.share(["a"])
        #expect(try await stage.core.event(1)?.kind == .issued)
        #expect(try await stage.core.event(2)?.sharing?.organizationName == "Shop")
        for number in [0, 3, -1, Int64.max, .min] { #expect(try await stage.core.event(number) == nil) }
        try await stage.damage(2)
        #expect(try await stage.core.event(2) == nil)
    }

    // MARK: Damage

    @Test(arguments: [Int64(6), 4, 1])
    func `a damaged row of a card is counted, and the others are found`(damaged: Int64) async throws {
        let stage = try await HistoryStage()
        for name in ["a", "b"] { try await stage.core.issueCard(name) }
        for name in ["b", "a", "b", "a"] { try await stage.core.share([name]) }
        #expect(try await stage.numbers(of: "a") == [6, 4, 1])
        try await stage.damage(damaged)
        let events = try await stage.core.events(of: CardID("a"))
        #expect(events.map(\.number) == [6, 4, 1].filter { $0 != damaged } && events.unreadableCount == 1)
        #expect(try await stage.numbers(of: "b") == [5, 3, 2])
    }

    @Test func `a damaged renewal does not part the card from those before it`() async throws {
        let stage = try await HistoryStage()
        try await stage.core.issueCard("a")
        try await stage.core.issueCard("b", replacing: "a")
        try await stage.core.issueCard("c", replacing: "b")
        try await stage.core.share(["c"])
        try await stage.damage(3)
        #expect(try await stage.numbers(of: "c") == [4, 2, 1])
        try await stage.change("DELETE FROM event WHERE name = '2'")
        let events = try await stage.core.events(of: CardID("c"))
        #expect(events.map(\.number) == [4, 1] && events.unreadableCount == 2)
    }

    @Test func `an event of a later version of the app is counted, and its links are followed`() async throws {
        let stage = try await HistoryStage()
        try await stage.core.issueCard("a")
        let later = StoredEvent(
            kind: "moved", date: StoredEvents.date, card: CardID("a"), cardName: StoredText([]), issuerName: StoredText([]))
        try await stage.core.record(later, in: ["a"])
        try await stage.core.share(["a"])
        let events = try await stage.core.events(of: CardID("a"))
        #expect(events.map(\.number) == [3, 1] && events.unreadableCount == 1)
        #expect(try await stage.core.event(2) == nil)
    }

    @Test func `links that lead upwards or nowhere end`() async throws {
        let stage = try await HistoryStage()
        try await stage.core.issueCard("a")
        try await stage.core.share(["a"])
        for previous in [2, 9, -4, Int64.max] {
            let event = StoredEvents.shared(["a"], links: [StoredEvent.Link(card: CardID("a"), previous: previous)])
            try await stage.core.store().change { changes throws(WalletCoreError) in try changes.set(.event(2), to: event) }
            #expect(try await stage.numbers(of: "a") == (previous < 0 ? [2] : [2, 1]))
        }
    }
}

extension Core {
    /// Writes many events of a card in one transaction.
    func shareOften(_ name: String, count: Int) throws {
        let wallet = try self.wallet()
        var entry = try #require(try wallet.cards.entry(CardID(name)))
        var writer = try EventWriter(wallet.store)
        try wallet.store.change { changes throws(WalletCoreError) in
            for _ in 0..<count { try writer.add(StoredEvents.shared([name]), to: &entry, in: &changes) }
            try changes.set(.cardEntry(entry.id), to: entry)
            try writer.finish(&changes)
        }
    }
}
