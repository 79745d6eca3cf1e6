// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Testing
import WalletInterface

@testable import WalletCore

/// A card that the person deletes (UC7.4) is whole, or gone with its event and with its keys on the way out.
struct CardDeletionTests {
    private static let card = CardID("a")
    private static let copies = ["a.sd.0", "a.sd.1", "a.mdoc.0", "a.mdoc.1"]

    /// A wallet with a PID and two other cards, each with its event.
    private func filled() async throws -> HistoryStage {
        let stage = try await HistoryStage()
        for name in ["p", "a", "b"] { try await stage.core.hold(name, isPID: name == "p") }
        return stage
    }

    /// The names of the rows of a card, its event included.
    private func rows(_ stage: HistoryStage, of name: String = "a") async throws -> [String] {
        let store = try await stage.core.store()
        return try [StoreTable.cardEntry, .card, .copy].flatMap { try store.sealedValues(in: $0).map(\.name).sorted() }
            .filter { $0 == name || $0.hasPrefix(name + ".") }
    }

    private func kinds(_ stage: HistoryStage) async throws -> [WalletEvent.Kind] { try await stage.core.events().map(\.kind) }

    // MARK: What goes, and what stays

    @Test func `a deleted card is gone with all its rows, and their bytes are gone from the file`() async throws {
        let stage = try await filled()
        let store = try await stage.core.store()
        #expect(try await rows(stage) == ["a", "a"] + Self.copies.sorted())
        var sealed = [try #require(try store.sealedValue(.card(Self.card))), try #require(try store.sealedValue(.cardEntry(Self.card)))]
        for name in Self.copies { sealed.append(try #require(try store.sealedValue(.copy(name)))) }
        try await stage.core.checkCards()
        try await stage.core.deleteCard(Self.card)
        #expect(try await rows(stage).isEmpty)
        #expect(try await stage.core.cardDetails(Self.card) == nil)
        #expect(try await stage.core.readCards().map(\.id.text) == ["b", "p"])
        #expect(await stage.core.cardChecks == [CardID("b"): true, CardID("p"): true])
        #expect(await stage.core.decodedCards.count == 2)
        for file in try stage.phone.contents().values {
            for row in sealed { #expect(file.range(of: row) == nil) }
        }
        // The other cards are whole, and the store is sealed.
        let next = try await stage.phone.launch()
        _ = try await next.unlock(pin: Phone.pin())
        #expect(try await next.cardDetails(CardID("b"))?.claims.isEmpty == false)
        #expect(try await next.cardDetails(CardID("p"))?.summary.status == .valid)
    }

    @Test func `the event names the card and its issuer, and the events before it stay`() async throws {
        let stage = try await filled()
        try await stage.core.share(["a"])
        try await stage.core.deleteCard(Self.card)
        let events = try await stage.core.events(of: Self.card)
        #expect(events.map(\.kind) == [.deleted, .shared, .issued] && events.unreadableCount == 0)
        let card = try #require(events.first?.card)
        #expect(card.id == Self.card && card.name.entries.map(\.text) == ["Card a"])
        #expect(card.issuer.identifier == "https://issuer.test" && card.issuer.name.entries.map(\.text) == ["Issuer"])
        #expect(try await kinds(stage) == [.deleted, .shared, .issued, .issued, .issued])
        #expect(try await stage.numbers(of: "b") == [3])
    }

    @Test func `the history of a deleted card goes back to the cards that it replaced`() async throws {
        let stage = try await filled()
        try await stage.core.issueCard("c", replacing: "a")
        try await stage.core.deleteCard(CardID("c"))
        #expect(try await stage.numbers(of: "c") == [5, 4, 2])
    }

    @Test func `all of it is one write`() async throws {
        let stage = try await filled()
        let checkpoints = Checkpoints()
        let core = try await stage.phone.launch(checkpoints)
        _ = try await core.unlock(pin: Phone.pin())
        checkpoints.arm()
        try await core.deleteCard(Self.card)
        let write = "write event account.event_count -card_entry -card -copy pending.idle_keys"
        #expect(checkpoints.reached.map(\.description) == ["before " + write, "after " + write])
    }

    @Test func `the dashboard shows the card no more`() async throws {
        let stage = try await filled()
        let stream = try await stage.core.setCardsStream()
        try await stage.core.deleteCard(Self.card)
        await stage.core.clearCardsStream()
        let last = await stream.reduce(into: [String]()) { last, cards in
            if case .shown(let shown) = cards { last = shown.map(\.id.text) }
        }
        #expect(last == ["p", "b"])
    }

    @Test func `switched off, the history keeps no event, and the card goes all the same`() async throws {
        let stage = try await filled()
        try await stage.core.keepHistory(false)
        try await stage.enterPIN()
        try await stage.core.deleteCard(Self.card)
        #expect(try await rows(stage).isEmpty)
        #expect(try await kinds(stage) == [.historyOff, .issued, .issued, .issued])
        #expect(try await stage.core.store().value(.idleKeys) == Self.copies.map(SharedCards.keyID))
    }

    @Test func `an answer of the card that is in flight stays, and is settled as ever`() async throws {
        let stage = try await filled()
        let number = try await stage.core.beginSharing("a")
        try await stage.core.deleteCard(Self.card)
        #expect(try await stage.numbers(of: "a") == [5, number, 2])
        try await stage.core.settleSharing(.delivered)
        #expect(try await stage.core.event(number)?.sharing?.outcome == .delivered)
        #expect(try await stage.numbers(of: "a") == [5, number, 2])
    }

    // MARK: Keys

    @Test func `the keys are deleted at the provider with the next right PIN, and nothing is sent before`() async throws {
        let stage = try await filled()
        let provider = stage.phone.provider
        try await stage.core.store().change { changes throws(WalletCoreError) in
            try changes.set(.idleKeys, to: [SharedCards.keyID("earlier")])
        }
        let keys = (["earlier"] + Self.copies).map(SharedCards.keyID)
        provider.forgetRequests()
        try await stage.core.deleteCard(Self.card)
        #expect(provider.requestCount == 0 && provider.deletedKeys.isEmpty)
        #expect(try await stage.core.store().value(.idleKeys) == keys)
        #expect(try await stage.core.unlock(pin: Phone.otherPIN()) != .valid)
        #expect(provider.deletedKeys.isEmpty)
        // The first request does not arrive.
        provider.add(.fail(.offline), to: .instruction(.deleteKeys))
        try await stage.enterPIN()
        #expect(provider.deletedKeys.isEmpty)
        #expect(try await stage.core.store().value(.idleKeys) == keys)
        try await stage.enterPIN()
        #expect(provider.deletedKeys == keys)
        #expect(try await stage.core.store().value(.idleKeys) == nil)
    }

    @Test func `a copy or a card that cannot be read does not prevent the deletion`() async throws {
        let stage = try await filled()
        try await stage.core.store().change { changes throws(WalletCoreError) in
            try changes.set(StoreKey<[String]>(.copy, "a.sd.1"), to: ["another form"])
        }
        try await stage.change("UPDATE copy SET sealed = randomblob(80) WHERE name = 'a.sd.0'")
        try await stage.change("DELETE FROM copy WHERE name = 'a.mdoc.1'")
        try await stage.change("UPDATE card SET sealed = x'' WHERE name = 'a'")
        #expect(try await stage.core.cardDetails(Self.card)?.summary.status == .corrupted)
        try await stage.core.deleteCard(Self.card)
        #expect(try await rows(stage).isEmpty)
        #expect(try await stage.core.store().value(.idleKeys) == [SharedCards.keyID("a.mdoc.0")])
        let event = try #require(try await stage.core.events(of: Self.card).first)
        #expect(event.kind == .deleted && event.card?.issuer.identifier.isEmpty == true)
        #expect(event.card?.issuer.name.entries.map(\.text) == ["Issuer"])
    }

    // MARK: Refused

    @Test(arguments: [true, false])
    func `the PID is refused, nothing changes, and the PIN still serves`(isMarked: Bool) async throws {
        let stage = try await filled()
        // Either mark is enough.
        if !isMarked {
            try await stage.core.store().change { changes throws(WalletCoreError) in
                try changes.set(.pid, to: StoredPID(card: CardID("b"), recovery: .known))
            }
        }
        let before = try stage.phone.trace()
        await expect(.unexpected) { try await stage.core.deleteCard(CardID(isMarked ? "p" : "b")) }
        #expect(try stage.phone.trace() == before)
        try await stage.core.deleteCard(Self.card)
        #expect(try await rows(stage).isEmpty)
    }

    @Test func `a card is deleted only with the right PIN of the last minute, and one PIN deletes one card`() async throws {
        let stage = try await filled()
        stage.phone.clock.advance(by: 61)
        await stage.core.noteActivity()
        let before = try await rows(stage)
        await expect(.unexpected) { try await stage.core.deleteCard(Self.card) }
        #expect(try await stage.core.unlock(pin: Phone.otherPIN()) != .valid)
        await expect(.unexpected) { try await stage.core.deleteCard(Self.card) }
        #expect(try await rows(stage) == before)
        #expect(try await kinds(stage) == [.issued, .issued, .issued])
        try await stage.enterPIN()
        stage.phone.clock.advance(by: 60)
        await stage.core.noteActivity()
        try await stage.core.deleteCard(Self.card)
        await expect(.unexpected) { try await stage.core.deleteCard(CardID("b")) }
        #expect(try await rows(stage, of: "b").count == 6)
        #expect(try await kinds(stage) == [.deleted, .issued, .issued, .issued])
    }

    @Test func `a PIN that another call has taken deletes no card`() async throws {
        let stage = try await filled()
        try await stage.core.deleteHistory()
        await expect(.unexpected) { try await stage.core.deleteCard(Self.card) }
        #expect(try await rows(stage).count == 6)
    }

    @Test func `a locked wallet deletes no card`() async throws {
        let stage = try await filled()
        await stage.core.lock()
        await expect(.locked) { try await stage.core.deleteCard(Self.card) }
        #expect(try await rows(stage).count == 6)
    }

    @Test func `a card that does not exist is no error, takes no PIN and changes nothing`() async throws {
        let stage = try await filled()
        let before = try stage.phone.trace()
        try await stage.core.deleteCard(CardID("none"))
        try await stage.core.deleteCard(CardID(""))
        #expect(try stage.phone.trace() == before)
        try await stage.core.deleteCard(Self.card)
        // Again, as after an answer that the app did not get.
        try await stage.core.deleteCard(Self.card)
        #expect(try await kinds(stage) == [.deleted, .issued, .issued, .issued])
    }

    // MARK: The disk

    @Test func `a disk that fails at any write leaves the card whole, or gone with its event and keys`() async throws {
        for number in 1..<100 {
            let stage = try await filled()
            let calls = StoreSystemCalls(in: stage.phone.directory)
            defer { calls.stop() }
            calls.fail(number..<(.max), with: ENOSPC)
            do {
                try await stage.core.deleteCard(Self.card)
            } catch {
                #expect(error.code == .storeFull, "\(number): \(error)")
            }
            let isBeyond = calls.count < number
            calls.heal()
            let left = try await rows(stage)
            let isGone = left.isEmpty
            #expect(isGone || left.count == 6, "\(number)")
            #expect(try await kinds(stage) == (isGone ? [.deleted] : []) + [.issued, .issued, .issued], "\(number)")
            let idle = try await stage.core.store().value(.idleKeys)
            #expect(idle == (isGone ? Self.copies.map(SharedCards.keyID) : nil), "\(number)")
            if !isGone { #expect(try await stage.core.cardDetails(Self.card)?.summary.status == .valid, "\(number)") }
            if isBeyond {
                #expect(isGone)
                return
            }
        }
        Issue.record("the disk still failed at the last try")
    }
}

extension Core {
    /// Stores a card of four copies with its event.
    fileprivate func hold(_ name: String, isPID: Bool) throws {
        let wallet = try self.wallet()
        var entry = CardStoreTests.entry(name, isPID: isPID)
        entry.sdJWTs = (0..<2).map { "\(name).sd.\($0)" }
        entry.mdocs = (0..<2).map { "\(name).mdoc.\($0)" }
        let card = CardStoreTests.card(name)
        let event = entry.event(.issued, at: StoredEvents.date, issuer: card.issuer)
        var writer = try EventWriter(wallet.store)
        try wallet.store.change { changes throws(WalletCoreError) in
            try writer.add(event, to: &entry, in: &changes)
            try writer.finish(&changes)
            try changes.set(.cardEntry(entry.id), to: entry)
            try changes.set(.card(entry.id), to: card)
            for copy in entry.copyNames {
                try changes.set(.copy(copy), to: StoredCopy(credential: "credential of \(copy)", keyID: SharedCards.keyID(copy)))
            }
        }
    }
}
