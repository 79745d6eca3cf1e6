// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import PlatformSupport
import ProviderProtocol
import Testing
import VerifierWorld
import WalletInterface

@testable import WalletCore

/// The event of an answer: all that was told, and nothing while the history is switched off.
struct AnsweredEventTests {
    /// Switches the history off after a right PIN.
    private func switchOff(_ core: Core) async throws {
        _ = try await core.unlock(pin: Phone.pin())
        try await core.keepHistory(false)
    }

    @Test func `an answer keeps who asked, under which registration, what was asked and shared, and the warnings`() async throws {
        let stage = try await SharingStage(registration: nil)
        let offer = try await stage.offer()
        guard case .delivered(let end) = try await stage.answer(offer) else { throw SharingStage.NoOffer() }
        let number = try #require(end.event)
        let event = try #require(try await stage.core.event(number))
        let sharing = try #require(event.sharing)
        #expect(event.card?.id == CardID("c0"))
        #expect(sharing.isWhole && sharing.organization == offer.organization && sharing.arrival == .sameDevice && sharing.reason == nil)
        #expect(sharing.cards.map(\.issuerName) == [LocalizedText([LocalizedText.Entry(locale: "en", text: "Issuer")])])
        #expect(sharing.asked.flatMap(\.claims).map(\.path) == [["family_name"]])
        #expect(sharing.warnings == offer.warnings(of: offer.standardChoice) && !sharing.warnings.isEmpty)
    }

    @Test func `a registration that counts is kept with the answer`() async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        _ = try await stage.answer(offer)
        let kept = try #require(try await stage.core.events().first?.sharing?.organization?.registration)
        #expect(kept.isVerified && kept == offer.organization.registration)
    }

    @Test(arguments: [true, false])
    func `an answer that waits while the history is switched off keeps its event, whether it arrives or is left`(
        arrives: Bool
    ) async throws {
        let stage = try await SharingStage()
        stage.stage(.loseReply)
        #expect(try await stage.answer(stage.offer()) == .mayHaveArrived)
        try await switchOff(stage.core)
        guard case .answered(let sent) = try await stage.core.sharingState() else { throw SharingStage.NoOffer() }
        #expect(sent.mayHaveArrived && sent.canResend)
        if arrives {
            guard case .delivered(let end) = try await stage.core.sendSharing() else { throw SharingStage.NoOffer() }
            #expect(end.event == sent.event)
        } else {
            _ = try await stage.core.stopSharing()
        }
        let events = try await stage.core.events()
        #expect(events.map(\.kind) == [.historyOff, .shared])
        #expect(events.last?.sharing?.outcome == (arrives ? .delivered : .mayHaveArrived))
        #expect(try await stage.core.events(of: CardID("c0")).map(\.number) == [sent.event])
    }

    @Test func `an answer that was made while the history was off is not told while it waits, and no report copies it`() async throws {
        let stage = try await SharingStage()
        try await switchOff(stage.core)
        stage.stage(.loseReply)
        #expect(try await stage.answer(stage.offer()) == .mayHaveArrived)
        guard case .answered(let sent) = try await stage.core.sharingState() else { throw SharingStage.NoOffer() }
        try await stage.core.keepHistory(true)
        let contact = EventContact(body: .supervisor, way: .page, name: nil)
        try await stage.core.noteReport(.session, to: contact)
        try await stage.core.noteReport(.event(sent.event), to: contact)
        try await stage.core.noteDeletionAsked(of: sent.event, by: contact)
        let events = try await stage.core.events()
        #expect(events.map(\.kind) == [.historyOn, .historyOff] && events.unreadableCount == 0)
        #expect(try await stage.core.event(sent.event) == nil)
        let ofCard = try await stage.core.events(of: CardID("c0"))
        #expect(ofCard.isEmpty && ofCard.unreadableCount == 0)
        _ = try await stage.core.unlock(pin: Phone.pin())
        let file = String(decoding: try await stage.core.exportHistory(in: "en") { $0.kind.rawValue }, as: UTF8.self)
        #expect(!file.contains("Boekwinkel") && !file.contains("family_name"))
    }

    @Test func `an answer that was made while the history was off is not told after it is on`() async throws {
        let stage = try await SharingStage()
        try await switchOff(stage.core)
        stage.stage(.loseReply)
        #expect(try await stage.answer(stage.offer()) == .mayHaveArrived)
        try await stage.core.keepHistory(true)
        guard case .delivered(let end) = try await stage.core.sendSharing() else { throw SharingStage.NoOffer() }
        #expect(end.event == nil)
        let events = try await stage.core.events()
        #expect(events.map(\.kind) == [.historyOn, .historyOff] && events.unreadableCount == 0)
    }

    @Test func `without a history, stops and void approvals leave no event`() async throws {
        let stage = try await SharingStage()
        try await switchOff(stage.core)
        #expect(try await stage.approve(stage.offer()) == .valid)
        await stage.core.lock()
        _ = try await stage.core.unlock(pin: Phone.pin())
        _ = try await stage.core.stopSharing()
        #expect(try await stage.core.events().map(\.kind) == [.historyOff])
    }
}
