// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Testing
import WalletInterface

@testable import WalletCore

/// The person can switch the history off: then nothing is kept of what happens, and the gap is told.
struct HistorySwitchTests {
    private func kinds(_ stage: HistoryStage) async throws -> [WalletEvent.Kind] { try await stage.core.events().map(\.kind).reversed() }

    @Test func `switched off, nothing is written but what tells of the gap`() async throws {
        let stage = try await HistoryStage()
        #expect(try await stage.core.isHistoryKept())
        try await stage.core.issueCard("a")
        try await stage.core.keepHistory(false)
        #expect(try await !stage.core.isHistoryKept())
        try await stage.core.share(["a"])
        try await stage.core.issueCard("b")
        try await stage.core.issueCard("c", replacing: "a")
        let revoked = CardStoreTests.entry("c").event(.revoked, at: StoredEvents.date)
        try await stage.core.record(revoked, in: ["c"])
        try await stage.core.record(StoredEvent(.pinChanged, at: StoredEvents.date), in: [])
        #expect(try await kinds(stage) == [.issued, .historyOff])
        #expect(try await stage.core.store().sealedValues(in: .event).count == 2)
        try await stage.core.keepHistory(true)
        try await stage.core.share(["c"])
        #expect(try await kinds(stage) == [.issued, .historyOff, .historyOn, .shared])
        #expect(try await stage.core.isHistoryKept())
    }

    @Test func `a card that was issued or renewed meanwhile has the history that was kept`() async throws {
        let stage = try await HistoryStage()
        try await stage.core.issueCard("a")
        try await stage.core.share(["a"])
        try await stage.core.keepHistory(false)
        try await stage.core.issueCard("b", replacing: "a")
        try await stage.core.issueCard("x")
        #expect(try await stage.numbers(of: "b") == [2, 1])
        #expect(try await stage.numbers(of: "x").isEmpty)
        let renewed = try await stage.core.readCards().map { [$0.renewedAt, $0.summary(as: .valid, in: .gmt).renewedAt] }
        #expect(renewed == [[StoredEvents.date, StoredEvents.date], [nil, nil]])
        try await stage.core.keepHistory(true)
        for name in ["b", "x"] { try await stage.core.share([name]) }
        #expect(try await stage.numbers(of: "b") == [5, 2, 1])
        #expect(try await stage.numbers(of: "x") == [6])
        // Not one row of another card is read.
        for number in [1, 2, 3, 4, 5] as [Int64] { try await stage.damage(number) }
        #expect(try await stage.core.events(of: CardID("x")).unreadableCount == 0)
    }

    @Test func `the answers that were made meanwhile are passed over in one step, in all events and in those of the card`() async throws {
        let stage = try await HistoryStage()
        try await stage.core.issueCard("a")
        try await stage.core.share(["a"])
        try await stage.core.keepHistory(false)
        for _ in 0..<50 { try await stage.core.answerUnkept("a") }
        try await stage.core.keepHistory(true)
        #expect(try await stage.core.store().value(.event(53)) == StoredEvent.erased([], skip: 3))
        let reads = try await stage.countReads()
        #expect(try await stage.numbers() == [54, 3, 2, 1])
        // The four, and the newest of those between.
        #expect(reads.count == 5)
        #expect(try await stage.numbers(of: "a") == [2, 1])
        #expect(reads.count == 7)
        try await stage.core.share(["a"])
        #expect(try await stage.links(55) == [StoredEvent.Link(card: CardID("a"), previous: 2)])
        // Without the head, the rows are read one by one.
        try await stage.damage(55)
        let before = reads.count
        let events = try await stage.core.events(of: CardID("a"))
        #expect(events.map(\.number) == [2, 1] && events.unreadableCount == 1)
        #expect(reads.count == before + 6)
    }

    @Test func `an answer in flight that is not kept passes over those before it`() async throws {
        let stage = try await HistoryStage()
        try await stage.core.issueCard("a")
        try await stage.core.keepHistory(false)
        for _ in 0..<20 { try await stage.core.answerUnkept("a") }
        let number = try await stage.core.beginSharing("a", isKept: false)
        #expect(number == 23)
        let reads = try await stage.countReads()
        #expect(try await stage.numbers() == [2, 1])
        // The two, and the newest of those between.
        #expect(reads.count == 3)
        #expect(try await stage.core.event(number) == nil)
    }

    @Test func `an answer in flight keeps its number while the history is off`() async throws {
        let stage = try await HistoryStage()
        try await stage.core.issueCard("a")
        try await stage.core.keepHistory(false)
        #expect(try await stage.core.beginSharing("a") == 3)
        #expect(try await stage.core.event(3)?.sharing?.outcome == .mayHaveArrived)
    }

    @Test func `switching off needs the right PIN, switching on does not, and the same again writes nothing`() async throws {
        let stage = try await HistoryStage()
        try await stage.core.keepHistory(true)
        #expect(try await kinds(stage).isEmpty)
        try await stage.core.keepHistory(false)
        // The PIN was taken.
        try await stage.core.keepHistory(false)
        try await stage.core.keepHistory(true)
        await expect(.unexpected) { try await stage.core.keepHistory(false) }
        #expect(try await stage.core.isHistoryKept())
        stage.phone.clock.advance(by: 1)
        try await stage.enterPIN()
        stage.phone.clock.advance(by: 61)
        await stage.core.noteActivity()
        await expect(.unexpected) { try await stage.core.keepHistory(false) }
        #expect(try await kinds(stage) == [.historyOff, .historyOn])
    }

    // MARK: Calls that wait

    @Test func `while switching off waits for an answer, switching on is the later wish`() async throws {
        let stage = try await SharingStage()
        let core = stage.core
        #expect(try await stage.approve(stage.offer()) == .valid)
        let (arrived, goesOn) = stage.holdAnswer()
        async let sent = core.sendSharing()
        await arrived.wait()
        _ = try await core.unlock(pin: Phone.pin())
        let off = await core.begin(keeping: false)
        try await eventually { await !core.hasRightPIN }
        let on = await core.begin(keeping: true)
        #expect(try await core.isHistoryKept())
        goesOn.set()
        _ = try await sent
        try await off.value
        try await on.value
        #expect(try await core.isHistoryKept())
        #expect(try await core.events().map(\.kind) == [.historyOn, .historyOff, .shared])
    }

    @Test(arguments: [true, false])
    func `while switching on waits for an answer, switching off is the later wish, and needs the PIN`(hasPIN: Bool) async throws {
        let stage = try await SharingStage()
        let core = stage.core
        _ = try await core.unlock(pin: Phone.pin())
        try await core.keepHistory(false)
        #expect(try await stage.approve(stage.offer()) == .valid)
        let (arrived, goesOn) = stage.holdAnswer()
        async let sent = core.sendSharing()
        await arrived.wait()
        stage.phone.clock.advance(by: 61)
        await core.noteActivity()
        let on = await core.begin(keeping: true)
        #expect(try await !core.isHistoryKept())
        if hasPIN { _ = try await core.unlock(pin: Phone.pin()) }
        let off = await core.begin(keeping: false)
        #expect(try await !core.isHistoryKept())
        goesOn.set()
        _ = try await sent
        try await on.value
        if hasPIN { try await off.value } else { await expect(.unexpected) { try await off.value } }
        #expect(try await core.isHistoryKept() == !hasPIN)
    }

    @Test func `deleting all events while it is off is told, and leaves it off`() async throws {
        let stage = try await HistoryStage()
        try await stage.core.issueCard("a")
        try await stage.core.keepHistory(false)
        try await stage.enterPIN()
        try await stage.core.deleteHistory()
        #expect(try await kinds(stage) == [.historyErased])
        #expect(try await !stage.core.isHistoryKept())
    }

    @Test func `the switch survives the process, and a wipe turns it on`() async throws {
        let stage = try await HistoryStage()
        try await stage.core.keepHistory(false)
        let next = try await stage.phone.launch()
        _ = try await next.unlock(pin: Phone.pin())
        #expect(try await !next.isHistoryKept())
        #expect(try await next.events().map(\.kind) == [.historyOff])
        try await next.wipe()
        try await next.register(pin: Phone.pin())
        #expect(try await next.isHistoryKept())
        #expect(try await next.events().isEmpty)
    }

    @Test func `a full disk leaves the switch as it was`() async throws {
        let stage = try await HistoryStage()
        let calls = StoreSystemCalls(in: stage.phone.directory)
        defer { calls.stop() }
        calls.fail(1..<Int.max, with: ENOSPC)
        await expect(.storeFull) { try await stage.core.keepHistory(false) }
        calls.heal()
        #expect(try await stage.core.isHistoryKept())
        #expect(try await kinds(stage).isEmpty)
    }
}

extension Core {
    /// Begins to switch the history on or off. Of two calls the one that was begun first is first.
    fileprivate func begin(keeping isKept: Bool) -> Task<Void, any Error> { Task { try await self.keepHistory(isKept) } }
}
