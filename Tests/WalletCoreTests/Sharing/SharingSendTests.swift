// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// The time between the approval and the first attempt to send: the approval dies with every change, and then nothing leaves the phone.
struct SharingSendTests {
    private func void(_ change: ApprovalChange) -> WalletCoreError.Code { .sharing(.approvalVoid(change)) }

    /// A stage with an approved offer that was not sent.
    private func approved(_ entries: [CardEntry] = [SharedCards.entry("c0")]) async throws -> (stage: SharingStage, offer: SharingOffer) {
        let stage = try await SharingStage(entries)
        let offer = try await stage.offer()
        #expect(try await stage.approve(offer) == .valid)
        return (stage, offer)
    }

    /// Nothing was sent but what a stop tells, no copy is spent, and no event tells of data that have left.
    private func expectNothingShared(_ stage: SharingStage, told: Int = 0, at location: SourceLocation = #_sourceLocation) async throws {
        #expect(stage.sent.count == told, sourceLocation: location)
        #expect(try await stage.copies().count == 2, sourceLocation: location)
        #expect(try await stage.core.events().allSatisfy { $0.sharing?.outcome.hasLeft == false }, sourceLocation: location)
    }

    @Test func `an approval signs in one instruction, and sends, spends and stores nothing`() async throws {
        let (stage, offer) = try await approved()
        #expect(stage.signings == 1)
        try await expectNothingShared(stage)
        #expect(try await stage.core.sharingState() == .offered(offer))
        guard case .delivered = try await stage.core.sendSharing() else { throw SharingStage.NoOffer() }
        #expect(stage.signings == 1 && stage.sent.count == 1)
        #expect(try await stage.copies() == ["c0.sd.0"])
        await expect(.sharing(.noSession)) { try await stage.core.sendSharing() }
        #expect(stage.sent.count == 1)
    }

    @Test func `without an approval there is nothing to send`() async throws {
        let stage = try await SharingStage()
        await expect(.sharing(.noSession)) { try await stage.core.sendSharing() }
        let offer = try await stage.offer()
        await expect(.sharing(.noSession)) { try await stage.core.sendSharing() }
        let approval = SharingApproval(of: offer, choice: offer.standardChoice)
        #expect(try await stage.core.approveSharing(approval, pin: Phone.otherPIN()) != .valid)
        await expect(.sharing(.noSession)) { try await stage.core.sendSharing() }
        try await expectNothingShared(stage)
    }

    // MARK: What ends an approval

    @Test func `a lock drops the signed answer, and the session goes on`() async throws {
        let (stage, offer) = try await approved()
        await stage.core.lock()
        await expect(.locked) { try await stage.core.sendSharing() }
        _ = try await stage.core.unlock(pin: Phone.pin())
        for _ in 1...2 { await expect(void(.locked)) { try await stage.core.sendSharing() } }
        try await expectNothingShared(stage)
        guard case .offered(let next) = try await stage.core.sharingState(), next.id != offer.id,
            case .delivered = try await stage.answer(next)
        else { throw SharingStage.NoOffer() }
        #expect(stage.sent.count == 1 && stage.signings == 2)
    }

    @Test(arguments: [false, true])
    func `a card that was revoked since voids the approval, whether or not it was shown`(isShown: Bool) async throws {
        let (stage, _) = try await approved()
        try await stage.core.replace(SharedCards.entry("c0", status: .revoked))
        if isShown { _ = try await stage.core.sharingState() }
        await expect(void(.cards)) { try await stage.core.sendSharing() }
        // The signatures are gone.
        await expect(.sharing(.noSession)) { try await stage.core.sendSharing() }
        try await expectNothingShared(stage)
    }

    @Test func `an offer that the person saw after the approval voids it`() async throws {
        let (stage, _) = try await approved([SharedCards.entry("c0"), SharedCards.entry("c1")])
        try await stage.core.replace(SharedCards.entry("c1", status: .revoked))
        _ = try await stage.core.sharingState()
        await expect(void(.cards)) { try await stage.core.sendSharing() }
        try await expectNothingShared(stage)
    }

    @Test func `a copy that was spent since voids the approval`() async throws {
        let (stage, _) = try await approved()
        try await stage.core.spendNext(of: ["c0"])
        await expect(void(.cards)) { try await stage.core.sendSharing() }
        #expect(stage.sent.isEmpty)
    }

    @Test func `a stop drops the signed answer, and the verifier is told the same as without an approval`() async throws {
        let (stage, _) = try await approved()
        _ = try await stage.core.stopSharing()
        await expect(.sharing(.noSession)) { try await stage.core.sendSharing() }
        try await expectNothingShared(stage, told: 1)
        #expect(stage.sent == [Array("error=access_denied&state=state-1".utf8)])
        // The next session has its own approval.
        _ = try await stage.offer()
        await expect(.sharing(.noSession)) { try await stage.core.sendSharing() }
    }

    @Test func `of two approvals the last is sent, once`() async throws {
        let (stage, offer) = try await approved()
        #expect(try await stage.approve(offer) == .valid)
        guard case .delivered = try await stage.core.sendSharing() else { throw SharingStage.NoOffer() }
        #expect(stage.signings == 2 && stage.sent.count == 1)
        #expect(try await stage.copies() == ["c0.sd.0"])
        #expect(try await stage.core.events().count == 1)
    }

    @Test func `an approval that fails drops the one before`() async throws {
        let (stage, offer) = try await approved()
        let approval = SharingApproval(of: offer, choice: offer.standardChoice)
        #expect(try await stage.core.approveSharing(approval, pin: Phone.otherPIN()) != .valid)
        await expect(.sharing(.noSession)) { try await stage.core.sendSharing() }
        try await expectNothingShared(stage)
    }

    @Test func `an approval is not sent after its time`() async throws {
        let (stage, _) = try await approved()
        await stage.passApprovalTime()
        await expect(.sharing(.sessionOver)) { try await stage.core.sendSharing() }
        try await expectNothingShared(stage)
    }

    @Test func `a new user interface or process finds no approval`() async throws {
        let (stage, _) = try await approved()
        await stage.core.rebind()
        _ = try await stage.core.unlock(pin: Phone.pin())
        await expect(.sharing(.noSession)) { try await stage.core.sendSharing() }
        let next = try await stage.phone.launch()
        _ = try await next.unlock(pin: Phone.pin())
        await expect(.sharing(.noSession)) { try await next.sendSharing() }
        #expect(stage.sent.isEmpty)
    }

    // MARK: The update policy and the wallet's status

    @Test func `a blocked version sends nothing`() async throws {
        let (stage, _) = try await approved()
        try await stage.phone.give(try stage.phone.policy("=1.2.3", .block), version: 1, to: stage.core)
        await expect(.versionBlocked) { try await stage.core.sendSharing() }
        #expect(stage.sent.isEmpty)
    }

    @Test func `a revoked wallet sends nothing, and the verifier is told as by a stop`() async throws {
        let stopped = try await SharingStage()
        _ = try await stopped.offer()
        _ = try await stopped.core.stopSharing()

        let (stage, _) = try await approved()
        stage.phone.provider.revoke("admin_request")
        _ = try await stage.core.refreshWalletStatus()
        await expect(.walletRevoked) { try await stage.core.sendSharing() }
        try await stage.phone.whileRunning(stage.core) { try await eventually { !stage.sent.isEmpty } }
        _ = try await stage.core.refreshWalletStatus()
        #expect(stage.sent.map(\.count) == stopped.sent.map(\.count))
    }

    @Test func `an expired policy is renewed before the first attempt, and the approval still holds`() async throws {
        let stage = try await SharingStage()
        try await stage.phone.give(UpdatePolicy(), version: 1, life: 60, to: stage.core)
        #expect(try await stage.approve(stage.offer()) == .valid)
        stage.phone.loseDocuments()
        stage.phone.clock.advance(by: 60)
        await expect(.policyExpired) { try await stage.core.sendSharing() }
        try await expectNothingShared(stage)
        stage.phone.loseDocuments(nil)
        try stage.phone.serve(UpdatePolicy(), version: 2)
        #expect(try await stage.core.applyUpdatePolicy() == .ok)
        guard case .delivered = try await stage.core.sendSharing() else { throw SharingStage.NoOffer() }
    }

    @Test func `under an expired policy an answer that may have arrived is still sent again`() async throws {
        let stage = try await SharingStage()
        try await stage.phone.give(UpdatePolicy(), version: 1, life: 60, to: stage.core)
        stage.stage(.loseReply)
        #expect(try await stage.answer(stage.offer()) == .mayHaveArrived)
        stage.phone.loseDocuments()
        stage.phone.clock.advance(by: 60)
        guard case .delivered = try await stage.core.sendSharing() else { throw SharingStage.NoOffer() }
        #expect(stage.sent.count == 2 && stage.sent[0] == stage.sent[1])
    }
}
