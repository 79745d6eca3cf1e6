// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import ProviderProtocol
import Testing
import WalletInterface

@testable import WalletCore

/// A session of sharing whose card the person deletes (UC7.4): nothing of the card leaves the phone any more, and what has left stays told.
struct DeletedCardTests {
    private static let card = CardID("c0")

    private func stage(_ others: CardEntry...) async throws -> SharingStage {
        try await SharingStage([SharedCards.entry("c0", isPID: false)] + others)
    }

    private func outcomes(_ stage: SharingStage) async throws -> [SharingEvent.Outcome?] {
        try await stage.core.events().map { $0.sharing?.outcome }
    }

    @Test func `an offer with the card is void, and then the card is missing`() async throws {
        let stage = try await stage()
        let offer = try await stage.offer()
        try await stage.core.deleteCard(Self.card)
        await expect(.sharing(.approvalVoid(.cards))) { try await stage.approve(offer) }
        #expect(stage.signings == 0 && stage.sent.isEmpty)
        guard case .missing = try await stage.core.sharingState() else { throw SharingStage.NoOffer() }
        #expect(try await outcomes(stage) == [.approvalVoid, nil])
    }

    @Test func `an answer that was signed is not sent`() async throws {
        let stage = try await stage()
        #expect(try await stage.approve(stage.offer()) == .valid)
        try await stage.core.deleteCard(Self.card)
        await expect(.sharing(.approvalVoid(.cards))) { try await stage.core.sendSharing() }
        #expect(stage.sent.isEmpty)
        #expect(try await outcomes(stage) == [.approvalVoid, nil])
    }

    @Test func `a deletion while the provider signs drops the signatures`() async throws {
        let stage = try await stage()
        let offer = try await stage.offer()
        let (arrived, goesOn) = stage.phone.provider.hold(.instruction(.sign))
        async let outcome = stage.approve(offer)
        await arrived.wait()
        try await stage.core.deleteCard(Self.card)
        goesOn.set()
        do {
            let check = try await outcome
            Issue.record("\(check) for a deleted card")
        } catch let error as WalletCoreError {
            #expect(error.code == .sharing(.approvalVoid(.cards)))
        }
        await expect(.sharing(.noSession)) { try await stage.core.sendSharing() }
        #expect(stage.sent.isEmpty)
    }

    @Test func `an offer without the card stands`() async throws {
        let stage = try await stage(SharedCards.entry("c1", isPID: false, sdJWTs: 0))
        let offer = try await stage.offer()
        try await stage.core.deleteCard(CardID("c1"))
        guard case .delivered = try await stage.answer(offer) else { throw SharingStage.NoOffer() }
    }

    @Test func `an answer that may have arrived is sent again, and its event stays`() async throws {
        let stage = try await stage()
        stage.stage(.loseReply)
        #expect(try await stage.answer(stage.offer()) == .mayHaveArrived)
        try await stage.core.deleteCard(Self.card)
        guard case .delivered = try await stage.core.sendSharing() else { throw SharingStage.NoOffer() }
        let events = try await stage.core.events(of: Self.card)
        #expect(events.map(\.kind) == [.deleted, .shared])
        let shared = try #require(events.last?.sharing)
        #expect(shared.outcome == .delivered && shared.cards.map(\.id) == [Self.card] && shared.cards.first?.claims.isEmpty == false)
        #expect(stage.signings == 1)
    }

    @Test func `an answer that has not left the phone never does`() async throws {
        let stage = try await stage()
        stage.stage(.fail(.offline))
        #expect(try await stage.answer(stage.offer()) == .notSent(.noInternet))
        try await stage.core.deleteCard(Self.card)
        let sent = stage.sent.count
        await expect(.sharing(.sessionOver)) { try await stage.core.sendSharing() }
        #expect(stage.sent.count == sent)
        _ = try await stage.core.stopSharing()
        #expect(try await outcomes(stage) == [nil, .notSent])
    }
}
