// SPDX-License-Identifier: EUPL-1.2

import GRDB
import PlatformSupport
import ProviderProtocol
import Testing
import VerifierWorld
import WalletInterface

@testable import WalletCore

/// Reports and wishes for deletion are events of their own, which say to whom and about what, without names of data.
struct HistoryNotesTests {
    private static let contact = EventContact(body: .supervisor, way: .mail, name: "Authority")

    /// A wallet that has shared; its first event is the answer.
    private func shared() async throws -> SharingStage {
        let stage = try await SharingStage()
        guard case .delivered = try await stage.answer(stage.offer()) else { throw SharingStage.NoOffer() }
        return stage
    }

    private func count(_ stage: SharingStage) async throws -> Int { try await stage.core.events().count }

    @Test func `a report about an answer keeps its organization and its card, and names no data`() async throws {
        let stage = try await shared()
        let answer = try #require(try await stage.core.event(1))
        try await stage.core.noteReport(.event(1), to: Self.contact)
        let report = try #require(try await stage.core.events().first)
        #expect(report.number == 2 && report.kind == .problemReported && report.about == 1 && report.contact == Self.contact)
        #expect(report.card == answer.card && report.sharing?.organization == answer.sharing?.organization)
        #expect(report.sharing?.cards.isEmpty == true && report.sharing?.asked.isEmpty == true)
        #expect(report.sharing?.warnings.isEmpty == true && report.sharing?.outcome == .delivered)
        #expect(try await stage.core.events(of: CardID("c0")).map(\.number) == [1])
        #expect(try await stage.core.event(1) == answer)
    }

    @Test func `a wish for deletion is an event with its way, and stays when the answer's event is deleted`() async throws {
        let stage = try await shared()
        let contact = EventContact(body: .organization, way: .page, name: nil)
        try await stage.core.noteDeletionAsked(of: 1, by: contact)
        try await stage.core.deleteEvent(1)
        let wish = try #require(try await stage.core.events().first)
        #expect(wish.kind == .deletionAsked && wish.about == 1 && wish.contact == contact)
        #expect(wish.sharing?.organizationName == "Boekwinkel")
    }

    @Test func `a report during a session names its organization, and one in flight the event`() async throws {
        let stage = try await SharingStage()
        await expect(.sharing(.noSession)) { try await stage.core.noteReport(.session, to: Self.contact) }
        let offer = try await stage.offer()
        try await stage.core.noteReport(.session, to: Self.contact)
        let report = try #require(try await stage.core.event(1))
        #expect(report.kind == .problemReported && report.about == nil && report.card == nil)
        #expect(report.sharing?.organization == offer.organization && report.sharing?.asked.isEmpty == true)
        #expect(report.sharing?.outcome.hasLeft == false)
        stage.stage(.loseReply)
        #expect(try await stage.answer(offer) == .mayHaveArrived)
        try await stage.core.noteReport(.session, to: Self.contact)
        #expect(try await stage.core.events().map(\.about) == [2, nil, nil])
        #expect(try await stage.core.event(3)?.sharing?.outcome == .mayHaveArrived)
    }

    @Test func `a report about a card names its issuer`() async throws {
        let stage = try await SharingStage()
        try await stage.core.noteReport(.card(CardID("c0")), to: EventContact(body: .helpDesk, way: .phone, name: nil))
        let report = try #require(try await stage.core.events().first)
        #expect(report.card?.id == CardID("c0") && report.card?.issuer.identifier == "https://issuer.test")
        #expect(report.sharing == nil && report.about == nil && report.contact?.way == .phone)
        #expect(try await stage.core.events(of: CardID("c0")).isEmpty)
    }

    @Test func `a report about a card whose details do not decode names the card`() async throws {
        let stage = try await SharingStage()
        try await stage.core.store().change { changes throws(WalletCoreError) in
            try changes.set(StoreKey<[String]>(.card, "c0"), to: ["another form"])
        }
        try await stage.core.noteReport(.card(CardID("c0")), to: Self.contact)
        let report = try #require(try await stage.core.events().first)
        #expect(report.kind == .problemReported && report.card?.id == CardID("c0"))
        #expect(report.card?.issuer.identifier.isEmpty == true && report.card?.issuer.name.entries.map(\.text) == ["Issuer"])
    }

    @Test func `a report about nothing that is known leaves no event`() async throws {
        let stage = try await shared()
        try await stage.core.noteReport(.card(CardID("c9")), to: Self.contact)
        for number: Int64 in [-1, 0, 2, .max] {
            try await stage.core.noteReport(.event(number), to: Self.contact)
            try await stage.core.noteDeletionAsked(of: number, by: Self.contact)
        }
        #expect(try await count(stage) == 1)
        try await stage.core.deleteEvent(1)
        try await stage.core.noteReport(.event(1), to: Self.contact)
        #expect(try await count(stage) == 0)
    }

    @Test func `an event that cannot be read is not reported about`() async throws {
        let stage = try await shared()
        let store = try await stage.core.store()
        try await store.database.write { try $0.execute(sql: "UPDATE event SET sealed = randomblob(300)") }
        try await stage.core.noteReport(.event(1), to: Self.contact)
        #expect(try await count(stage) == 0)
    }

    @Test func `a full store refuses the report, so that the app opens nothing`() async throws {
        let stage = try await shared()
        let store = try await stage.core.store()
        try FullDisk.fill(store)
        await expect(.storeFull) { try await stage.core.noteReport(.event(1), to: Self.contact) }
        await expect(.storeFull) { try await stage.core.noteDeletionAsked(of: 1, by: Self.contact) }
        try FullDisk.free(store)
        #expect(try await count(stage) == 1)
    }

    @Test func `without a history nothing is recorded, and that is no error`() async throws {
        let stage = try await shared()
        _ = try await stage.core.unlock(pin: Phone.pin())
        try await stage.core.keepHistory(false)
        try await stage.core.noteReport(.event(1), to: Self.contact)
        try await stage.core.noteDeletionAsked(of: 1, by: Self.contact)
        #expect(try await stage.core.events().map(\.kind) == [.historyOff, .shared])
    }

    @Test func `a locked wallet records nothing`() async throws {
        let stage = try await shared()
        await stage.core.lock()
        await expect(.locked) { try await stage.core.noteReport(.event(1), to: Self.contact) }
        await expect(.locked) { try await stage.core.noteDeletionAsked(of: 1, by: Self.contact) }
    }
}
