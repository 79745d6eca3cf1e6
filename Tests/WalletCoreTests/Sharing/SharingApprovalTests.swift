// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import PlatformSupport
import ProviderProtocol
import Testing
import VerifierWorld
import WalletInterface

@testable import WalletCore

/// An approval holds for exactly what was shown; the answer leaves after the copies are spent and the event is written, and is never lost
/// silently.
struct SharingApprovalTests {
    private func void(_ change: ApprovalChange) -> WalletCoreError.Code { .sharing(.approvalVoid(change)) }

    @Test func `an approved answer is signed once, sent once, and settled in the history`() async throws {
        let stage = try await SharingStage()
        let outcome = try await stage.answer(stage.offer())
        #expect(outcome == .delivered(SharingReturn(address: "https://shop.example/done#c=1", event: 1)))
        #expect(stage.signings == 1 && stage.sent.count == 1)
        #expect(try await stage.copies() == ["c0.sd.0"])
        #expect(try await stage.core.sharingState() == .none)
        let event = try #require(try await stage.core.events().first)
        #expect(event.kind == .shared && event.sharing?.outcome == .delivered && event.sharing?.organizationName == "Boekwinkel")
        #expect(event.sharing?.cards.first?.claims.map(\.path) == [["family_name"]])
        #expect(try await stage.core.events(of: CardID("c0")).count == 1)
    }

    @Test func `copies are spent and the event is stored before the first byte leaves`() async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        let core = stage.core
        let (arrived, goesOn) = stage.holdAnswer()
        async let outcome = stage.answer(offer)
        await arrived.wait()
        #expect(try await stage.copies() == ["c0.sd.0"])
        #expect(try await core.events().first?.sharing?.outcome == .mayHaveArrived)
        guard case .answered(let sent) = try await core.sharingState() else { throw SharingStage.NoOffer() }
        #expect(sent.mayHaveArrived && sent.canResend)
        goesOn.set()
        _ = try await outcome
    }

    @Test func `a wrong PIN spends nothing, and the offer stays`() async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        let approval = SharingApproval(of: offer, choice: offer.standardChoice)
        let outcome = try await stage.core.approveSharing(approval, pin: Phone.otherPIN())
        #expect(outcome == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
        #expect(try await stage.copies().count == 2 && stage.sent.isEmpty)
        #expect(try await stage.core.sharingState() == .offered(offer))
    }

    @Test func `an approval is void if a copy was spent, after a lock, and without the warnings`() async throws {
        let stage = try await SharingStage(registration: nil)
        let offer = try await stage.offer()
        let unwarned = SharingApproval(offer: offer.id, choice: offer.standardChoice, acceptedWarnings: [])
        await expect(void(.warnings)) { try await stage.core.approveSharing(unwarned, pin: Phone.pin()) }
        try await stage.core.spendNext(of: ["c0"])
        await expect(void(.cards)) { try await stage.approve(offer) }
        guard case .offered(let next) = try await stage.core.sharingState() else { throw SharingStage.NoOffer() }
        #expect(next.id != offer.id)
        await stage.core.lock()
        _ = try await stage.core.unlock(pin: Phone.pin())
        await expect(void(.locked)) { try await stage.approve(next) }
        #expect(stage.signings == 0 && stage.sent.isEmpty)
        guard case .offered(let last) = try await stage.core.sharingState() else { throw SharingStage.NoOffer() }
        guard case .delivered = try await stage.answer(last) else { throw SharingStage.NoOffer() }
    }

    @Test func `a lock during the signing drops the signatures`() async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        let (arrived, goesOn) = stage.phone.provider.hold(.instruction(.sign))
        async let outcome = stage.approve(offer)
        await arrived.wait()
        await stage.core.lock()
        goesOn.set()
        do {
            let shared = try await outcome
            Issue.record("\(shared) after a lock")
        } catch let error as WalletCoreError {
            #expect(error.code == .locked)
        }
        _ = try await stage.core.unlock(pin: Phone.pin())
        #expect(try await stage.copies().count == 2 && stage.sent.isEmpty)
    }

    @Test func `an approval in time only`() async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        await stage.passApprovalTime()
        await expect(.sharing(.sessionOver)) { try await stage.approve(offer) }
        #expect(stage.signings == 0)
    }

    @Test func `a choice that the offer does not allow is refused`() async throws {
        let stage = try await SharingStage([SharedCards.entry("c0"), SharedCards.entry("c1")])
        let offer = try await stage.offer()
        #expect(offer.hasAlternatives)
        let choices: [[Int: [CardID]]] = [
            [:], [0: []], [0: [CardID("c0"), CardID("c1")]], [1: [CardID("c0")]], [0: [CardID("c9")]],
        ]
        for choice in choices.map(SharingChoice.init) {
            await expect(.sharing(.unfitChoice)) {
                try await stage.core.approveSharing(SharingApproval(of: offer, choice: choice), pin: Phone.pin())
            }
        }
        #expect(stage.signings == 0)
    }

    // MARK: A lost answer

    @Test func `a lost answer may have arrived, and is sent again with the same bytes, also by a later process`() async throws {
        let stage = try await SharingStage()
        stage.stage(.loseReply)
        #expect(try await stage.answer(stage.offer()) == .mayHaveArrived)
        await expect(.sharing(.busy)) { try await stage.start() }
        let core = try await stage.phone.launch()
        _ = try await core.unlock(pin: Phone.pin())
        guard case .answered(let sent) = try await core.sharingState() else { throw SharingStage.NoOffer() }
        #expect(sent.mayHaveArrived && sent.canResend && sent.organizationName == "Boekwinkel")
        guard case .delivered = try await core.sendSharing() else { throw SharingStage.NoOffer() }
        #expect(stage.sent.count == 2 && stage.sent[0] == stage.sent[1] && stage.signings == 1)
        #expect(try await core.events().map { $0.sharing?.outcome } == [.delivered])
    }

    @Test func `an answer that never left is not called sent, and its copy is not given back`() async throws {
        let stage = try await SharingStage()
        stage.stage(.fail(.offline))
        #expect(try await stage.answer(stage.offer()) == .notSent(.noInternet))
        guard case .answered(let sent) = try await stage.core.sharingState() else { throw SharingStage.NoOffer() }
        #expect(!sent.mayHaveArrived)
        _ = try await stage.core.stopSharing()
        #expect(try await stage.core.events().first?.sharing?.outcome == .notSent)
        #expect(try await stage.copies().count == 1)
    }

    @Test func `an answer that may have arrived stays in the history when it is left`() async throws {
        let stage = try await SharingStage()
        stage.stage(.loseRequest)
        #expect(try await stage.answer(stage.offer()) == .mayHaveArrived)
        await stage.passApprovalTime()
        await expect(.sharing(.sessionOver)) { try await stage.core.sendSharing() }
        _ = try await stage.core.stopSharing()
        #expect(try await stage.core.events().first?.sharing?.outcome == .mayHaveArrived)
        #expect(try await stage.core.sharingState() == .none)
    }

    @Test(arguments: [(400, SharingOutcome.refusedByOrganization), (409, .sessionOver), (410, .sessionOver)])
    func `a refused answer has arrived`(status: Int, expected: SharingOutcome) async throws {
        let stage = try await SharingStage()
        stage.stage(.answer(NetworkResponse(status: status, mediaType: "", body: [])))
        #expect(try await stage.answer(stage.offer()) == expected)
        #expect(try await stage.core.events().first?.sharing?.outcome == .refused)
    }

    @Test func `an offer does not survive a new user interface, and nothing was shared`() async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        await stage.core.rebind()
        _ = try await stage.core.unlock(pin: Phone.pin())
        #expect(try await stage.core.sharingState() == .none)
        await expect(.sharing(.noSession)) { try await stage.approve(offer) }
        #expect(stage.sent.isEmpty)
    }
}
