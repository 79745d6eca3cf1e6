// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import PlatformSupport
import ProviderProtocol
import Testing
import VerifierWorld
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// Requests that got no answer are in the history, each once, with what was asked and no value (UC6.1–UC6.3).
struct SharingEventTests {
    private func event(_ stage: SharingStage, at location: SourceLocation = #_sourceLocation) async throws -> SharingEvent {
        let events = try await stage.core.events()
        #expect(events.count == 1 && events.first?.kind == .shared && events.first?.card == nil, sourceLocation: location)
        return try #require(events.first?.sharing, sourceLocation: location)
    }

    private static let family = AskedData(
        types: [TestCards.sdJWTType], claims: [AskedClaim(path: ["family_name"], name: LocalizedText([]))])

    // MARK: Ends

    @Test func `a stop is told once, with the organization and what it asked, and is not in the history of a card`() async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        _ = try await stage.core.stopSharing()
        _ = try await stage.core.stopSharing()
        let event = try await event(stage)
        #expect(event.outcome == .stopped && event.reason == nil && event.cards.isEmpty && !event.isLogin)
        #expect(event.isWhole && event.arrival == .sameDevice && event.organization == offer.organization)
        #expect(event.organizationName == "Boekwinkel" && event.asked == [Self.family] && event.warnings == offer.warnings)
        #expect(try await stage.core.events(of: CardID("c0")).isEmpty)
        let next = try await stage.phone.launch()
        _ = try await next.unlock(pin: Phone.pin())
        #expect(try await next.events().count == 1)
    }

    @Test func `a request without a card that answers is told as missing`() async throws {
        let stage = try await SharingStage(query: ["credentials": [.object(SharedCards.sdJWTQuery(type: "urn:other"))]], registration: nil)
        guard case .missing(let missing) = try await stage.start() else { throw SharingStage.NoOffer() }
        _ = try await stage.core.stopSharing()
        let event = try await event(stage)
        #expect(event.outcome == .missing && event.asked.map(\.types) == [["urn:other"]] && event.organization != nil)
        #expect(event.warnings == missing.warnings && !missing.warnings.isEmpty)
    }

    @Test func `a wallet that is blocked during the approval tells it`() async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        stage.phone.provider.add(.refuse(.accountBlocked), to: .instruction(.sign))
        _ = try await stage.approve(offer)
        #expect(try await stage.core.store().value(.event(1))?.sharing?.outcome == SharingEvent.Outcome.blocked.rawValue)
    }

    @Test func `a forgotten PIN is told as a stop`() async throws {
        let stage = try await SharingStage()
        _ = try await stage.offer()
        try await stage.core.endSharing()
        #expect(try await event(stage).outcome == .stopped)
    }

    @Test func `a request that the wallet refuses is told with the rule`() async throws {
        let stage = try await SharingStage(
            query: ["credentials": [.object(SharedCards.sdJWTQuery(path: ["given_name"]))]], overAsking: .refuse)
        guard case .refused(let refusal) = try await stage.start() else { throw SharingStage.NoOffer() }
        _ = try await stage.core.stopSharing()
        let event = try await event(stage)
        #expect(event.outcome == .refusedByWallet && event.reason == refusal.code && event.organization == refusal.organization)
        #expect(event.asked.flatMap(\.claims).map(\.path) == [["given_name"]])
    }

    @Test func `of a party that is not known nothing but the rule is kept`() async throws {
        let stage = try await SharingStage()
        stage.stage(
            .answer(NetworkResponse(status: 200, mediaType: "application/oauth-authz-req+jwt", body: Array("a.b.c".utf8))),
            at: SharingStage.requestPath)
        guard case .refused(let refusal) = try await stage.start() else { throw SharingStage.NoOffer() }
        _ = try await stage.core.stopSharing()
        let event = try await event(stage)
        #expect(event.outcome == .refusedByWallet && event.reason == refusal.code && event.isWhole)
        #expect(event.organization == nil && event.organizationName.isEmpty && event.organizationID == nil && event.asked.isEmpty)
        let stored = try #require(try await stage.core.store().value(.event(1)))
        #expect(!String(decoding: try JSONEncoder().encode(stored), as: UTF8.self).contains("shop.example"))
    }

    @Test func `a full store does not prevent a stop, and the verifier is told`() async throws {
        let stage = try await SharingStage()
        _ = try await stage.offer()
        let store = try await stage.core.store()
        try FullDisk.fill(store)
        _ = try await stage.core.stopSharing()
        #expect(stage.sent.count == 1)
        #expect(try await stage.core.sharingState() == .none)
        try FullDisk.free(store)
        #expect(try await stage.core.events().isEmpty)
    }

    @Test func `a process that ends before an answer leaves no event`() async throws {
        let stage = try await SharingStage()
        _ = try await stage.offer()
        let next = try await stage.phone.launch()
        _ = try await next.unlock(pin: Phone.pin())
        #expect(try await next.events().isEmpty)
    }

    @Test func `a request that a new user interface finds open is told once, as a stop, and the verifier is not told`() async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        for _ in 1...2 { await stage.core.rebind() }
        _ = try await stage.core.unlock(pin: Phone.pin())
        #expect(try await stage.core.sharingState() == .none)
        _ = try await stage.core.stopSharing()
        let event = try await event(stage)
        #expect(event.outcome == .stopped && event.reason == nil && event.organization == offer.organization)
        #expect(event.asked == [Self.family] && stage.sent.isEmpty)
    }

    @Test func `a request that could not be answered stays missing for a new user interface`() async throws {
        let stage = try await SharingStage(query: ["credentials": [.object(SharedCards.sdJWTQuery(type: "urn:other"))]])
        guard case .missing = try await stage.start() else { throw SharingStage.NoOffer() }
        await stage.core.rebind()
        _ = try await stage.core.unlock(pin: Phone.pin())
        #expect(try await event(stage).outcome == .missing)
    }

    @Test func `a new user interface while the provider signs is told once, as a stop`() async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        let (arrived, goesOn) = stage.phone.provider.hold(.instruction(.sign))
        async let outcome = stage.approve(offer)
        await arrived.wait()
        await stage.core.rebind()
        goesOn.set()
        do {
            let check = try await outcome
            Issue.record("\(check) after a new user interface")
        } catch let error as WalletCoreError {
            #expect(error.code == .locked)
        }
        _ = try await stage.core.unlock(pin: Phone.pin())
        #expect(try await event(stage).outcome == .stopped)
        #expect(stage.sent.isEmpty)
    }

    // MARK: The end of the time

    /// The call that finds that the time is over.
    enum Finder: CaseIterable {
        case stop, forgottenPIN, state, approval, start, newUserInterface
    }

    @Test(arguments: Finder.allCases)
    func `a request whose time is over is told as expired, once, whatever finds it`(finder: Finder) async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        await stage.passApprovalTime()
        switch finder {
        case .stop: _ = try await stage.core.stopSharing()
        case .forgottenPIN: try await stage.core.endSharing()
        case .state: #expect(try await stage.core.sharingState() == .none)
        case .approval: await expect(.sharing(.sessionOver)) { try await stage.approve(offer) }
        case .start:
            stage.stage(.fail(.offline), at: SharingStage.requestPath)
            await expect(.noInternet) { try await stage.start() }
        case .newUserInterface:
            await stage.core.rebind()
            _ = try await stage.core.unlock(pin: Phone.pin())
        }
        _ = try await stage.core.stopSharing()
        let event = try await event(stage)
        #expect(event.outcome == .stopped && event.isExpired && event.reason == "expired" && event.cards.isEmpty)
        #expect(event.organization == offer.organization && event.asked == [Self.family])
        // It ended when its time was over, not when that was found.
        let date = try #require(try await stage.core.events().first?.date)
        #expect(abs(date.timeIntervalSince(offer.expiresAt)) < 1)
    }

    @Test(arguments: [true, false])
    func `what was refused or missing stays so after the time, whether it is stopped or only looked at`(isStopped: Bool) async throws {
        let refused = try await SharingStage(
            query: ["credentials": [.object(SharedCards.sdJWTQuery(path: ["given_name"]))]], overAsking: .refuse)
        guard case .refused(let refusal) = try await refused.start() else { throw SharingStage.NoOffer() }
        let missing = try await SharingStage(
            query: ["credentials": [.object(SharedCards.sdJWTQuery(type: "urn:other"))]], registration: nil)
        guard case .missing = try await missing.start() else { throw SharingStage.NoOffer() }
        for stage in [refused, missing] {
            await stage.passApprovalTime()
            if isStopped { _ = try await stage.core.stopSharing() }
            #expect(try await stage.core.sharingState() == .none)
        }
        let event = try await event(refused)
        #expect(event.outcome == .refusedByWallet && event.reason == refusal.code && !event.isExpired)
        #expect(try await self.event(missing).outcome == .missing)
    }

    @Test func `a signed answer that a lock drops after its time is told as expired, once`() async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        #expect(try await stage.approve(offer) == .valid)
        await stage.passApprovalTime()
        await stage.core.lock()
        _ = try await stage.core.unlock(pin: Phone.pin())
        await expect(.sharing(.noSession)) { try await stage.core.sendSharing() }
        #expect(try await stage.core.sharingState() == .none)
        _ = try await stage.core.stopSharing()
        #expect(try await event(stage).isExpired && stage.sent.isEmpty)
        let date = try #require(try await stage.core.events().first?.date)
        #expect(abs(date.timeIntervalSince(offer.expiresAt)) < 1)
    }

    @Test func `a signed answer that is sent after its time is told as expired at once, and the lock adds nothing`() async throws {
        let stage = try await SharingStage()
        #expect(try await stage.approve(stage.offer()) == .valid)
        await stage.passApprovalTime()
        await expect(.sharing(.sessionOver)) { try await stage.core.sendSharing() }
        #expect(try await event(stage).isExpired)
        await stage.core.lock()
        _ = try await stage.core.unlock(pin: Phone.pin())
        #expect(try await stage.core.sharingState() == .none)
        #expect(try await event(stage).isExpired && stage.sent.isEmpty)
    }

    @Test(arguments: [false, true])
    func `a revocation ends a signed answer with one event, by the revocation or by the time that was over before`(
        isOver: Bool
    ) async throws {
        let stage = try await SharingStage()
        #expect(try await stage.approve(stage.offer()) == .valid)
        if isOver { await stage.passApprovalTime() }
        stage.phone.provider.revoke("admin_request")
        _ = try await stage.core.refreshWalletStatus()
        let store = try await stage.core.store()
        let event = try #require(try store.value(.event(1))?.sharing)
        let outcome = isOver ? SharingEvent.Outcome.stopped : .refusedByWallet
        #expect(event.outcome == outcome.rawValue && event.details?.reason == (isOver ? SharingEvent.expired : "wallet_revoked"))
        #expect(try store.value(.event(2)) == nil)
    }

    // MARK: What was asked

    @Test func `all types of card that would do are told`() async throws {
        let query: JSONObject = [
            "credentials": [
                [
                    "id": "a", "format": "dc+sd-jwt", "meta": ["vct_values": ["urn:other", .string(TestCards.sdJWTType)]],
                    "claims": [["path": ["family_name"]]],
                ]
            ]
        ]
        let stage = try await SharingStage(query: query, registration: nil)
        _ = try await stage.offer()
        _ = try await stage.core.stopSharing()
        #expect(try await event(stage).asked.map(\.types) == [["urn:other", TestCards.sdJWTType]])
    }

    // MARK: Registrations

    @Test(arguments: [true, false])
    func `a registration that could not be read is not told as absent, whether it is a warning or a refusal`(isWarning: Bool) async throws {
        let stage = try await SharingStage(status: "not an object", unverified: isWarning ? .warn : .refuse)
        let state = try await stage.start()
        switch state {
        case .offered(let offer): #expect(isWarning && offer.warnings == [.unverifiedRegistration(.malformed)])
        case .refused(let refusal): #expect(!isWarning && refusal.cause == .unverifiedRegistration(.malformed))
        default: Issue.record("\(state)")
        }
        _ = try await stage.core.stopSharing()
        let event = try await event(stage)
        #expect(event.outcome == (isWarning ? .stopped : .refusedByWallet))
        #expect(event.organization?.name == "Boekwinkel" && event.organization?.registration == nil && event.leavesOutRegistration)
    }

    @Test func `also in the event of an answer a registration that could not be read is not told as absent`() async throws {
        let stage = try await SharingStage(status: "not an object")
        _ = try await stage.answer(stage.offer())
        let sharing = try #require(try await stage.core.events().first?.sharing)
        #expect(sharing.outcome == .delivered && sharing.organization?.registration == nil && sharing.leavesOutRegistration)
    }

    @Test func `without a registration, and with one that is another's, nothing is said to be left out`() async throws {
        for (registrant, registration) in [
            (VerifierWorld.verifier, nil), (VerifierWorld.otherVerifier, SharingStage.registered),
        ] as [(TestVerifier, [JSONValue]?)] {
            let stage = try await SharingStage(registration: registration, registrant: registrant)
            _ = try await stage.offer()
            _ = try await stage.core.stopSharing()
            let event = try await event(stage)
            #expect(!event.leavesOutRegistration && (event.organization?.registration == nil) == (registration == nil))
        }
    }

    // MARK: Void approvals

    @Test func `a lock after the approval is told once`() async throws {
        let stage = try await SharingStage()
        #expect(try await stage.approve(stage.offer()) == .valid)
        await stage.core.lock()
        _ = try await stage.core.unlock(pin: Phone.pin())
        for _ in 1...2 { await expect(.sharing(.approvalVoid(.locked))) { try await stage.core.sendSharing() } }
        let event = try await event(stage)
        #expect(event.outcome == .approvalVoid && event.reason == "locked" && event.asked == [Self.family] && event.cards.isEmpty)
    }

    @Test func `a lock during the approval is told`() async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        let (arrived, goesOn) = stage.phone.provider.hold(.instruction(.sign))
        async let outcome = stage.approve(offer)
        await arrived.wait()
        await stage.core.lock()
        goesOn.set()
        do {
            let check = try await outcome
            Issue.record("\(check) after a lock")
        } catch let error as WalletCoreError {
            #expect(error.code == .locked)
        }
        _ = try await stage.core.unlock(pin: Phone.pin())
        #expect(try await event(stage).reason == "locked")
    }

    @Test func `a PIN that is forgotten after a lock during the approval is told once, as a stop`() async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        let (arrived, goesOn) = stage.phone.provider.hold(.instruction(.sign))
        async let outcome = stage.approve(offer)
        await arrived.wait()
        await stage.core.lock()
        try await stage.core.endSharing()
        goesOn.set()
        do {
            let check = try await outcome
            Issue.record("\(check) after a lock")
        } catch let error as WalletCoreError {
            #expect(error.code == .locked)
        }
        _ = try await stage.core.unlock(pin: Phone.pin())
        #expect(try await stage.core.sharingState() == .none)
        #expect(try await event(stage).outcome == .stopped)
    }

    /// The courses after a void approval without an answer.
    enum Sequel: CaseIterable {
        case stop, forgottenPIN, expiry, newUserInterface, secondApproval
    }

    @Test(arguments: Sequel.allCases)
    func `after a void approval its request has no second event without an answer`(sequel: Sequel) async throws {
        let stage = try await SharingStage()
        #expect(try await stage.approve(stage.offer()) == .valid)
        await stage.core.lock()
        _ = try await stage.core.unlock(pin: Phone.pin())
        switch sequel {
        case .stop: _ = try await stage.core.stopSharing()
        case .forgottenPIN: try await stage.core.endSharing()
        case .expiry:
            await stage.passApprovalTime()
            #expect(try await stage.core.sharingState() == .none)
        case .newUserInterface:
            await stage.core.rebind()
            _ = try await stage.core.unlock(pin: Phone.pin())
        case .secondApproval:
            guard case .offered(let next) = try await stage.core.sharingState() else { throw SharingStage.NoOffer() }
            #expect(try await stage.approve(next) == .valid)
            await stage.core.lock()
            _ = try await stage.core.unlock(pin: Phone.pin())
        }
        let event = try await event(stage)
        #expect(event.outcome == .approvalVoid && event.reason == "locked")
    }

    @Test func `a block after a void approval is told as well`() async throws {
        let stage = try await SharingStage()
        #expect(try await stage.approve(stage.offer()) == .valid)
        await stage.core.lock()
        _ = try await stage.core.unlock(pin: Phone.pin())
        guard case .offered(let next) = try await stage.core.sharingState() else { throw SharingStage.NoOffer() }
        stage.phone.provider.add(.refuse(.accountBlocked), to: .instruction(.sign))
        _ = try await stage.approve(next)
        let store = try await stage.core.store()
        #expect(try store.value(.event(1))?.sharing?.outcome == SharingEvent.Outcome.approvalVoid.rawValue)
        #expect(try store.value(.event(2))?.sharing?.outcome == SharingEvent.Outcome.blocked.rawValue)
        #expect(try store.value(.event(3)) == nil)
    }

    @Test func `the next request after a void approval has its own event`() async throws {
        let stage = try await SharingStage()
        #expect(try await stage.approve(stage.offer()) == .valid)
        await stage.core.lock()
        _ = try await stage.core.unlock(pin: Phone.pin())
        _ = try await stage.core.stopSharing()
        _ = try await stage.offer()
        _ = try await stage.core.stopSharing()
        #expect(try await stage.core.events().map { $0.sharing?.outcome } == [.stopped, .approvalVoid])
    }

    @Test(arguments: [true, false])
    func `a card that was revoked voids the approval before and after the PIN, which is told once`(isApproved: Bool) async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        if isApproved { #expect(try await stage.approve(offer) == .valid) }
        try await stage.core.replace(SharedCards.entry("c0", status: .revoked))
        if isApproved {
            await expect(.sharing(.approvalVoid(.cards))) { try await stage.core.sendSharing() }
        } else {
            for _ in 1...2 { await expect(.sharing(.approvalVoid(.cards))) { try await stage.approve(offer) } }
        }
        let event = try await event(stage)
        #expect(event.outcome == .approvalVoid && event.reason == "cards")
    }

    @Test func `after a void approval the next answer has its own event`() async throws {
        let stage = try await SharingStage()
        #expect(try await stage.approve(stage.offer()) == .valid)
        await stage.core.lock()
        _ = try await stage.core.unlock(pin: Phone.pin())
        guard case .offered(let next) = try await stage.core.sharingState(), case .delivered(let end) = try await stage.answer(next) else {
            throw SharingStage.NoOffer()
        }
        #expect(end.event == 2)
        #expect(try await stage.core.events().map { $0.sharing?.outcome } == [.delivered, .approvalVoid])
    }
}

extension Core {
    /// The effect of a recovery of the PIN on a session.
    fileprivate func endSharing() throws { endSharingWithoutPIN(of: try wallet()) }
}
