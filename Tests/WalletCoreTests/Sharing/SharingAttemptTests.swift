// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Testing
import WalletInterface

@testable import WalletCore

/// The approval of an answer of which no byte has left the phone.
struct SharingAttemptTests {
    /// A session whose first attempt had no connection.
    private func unsent() async throws -> SharingStage {
        let stage = try await SharingStage()
        stage.stage(.fail(.offline))
        #expect(try await stage.answer(stage.offer()) == .notSent(.noInternet))
        return stage
    }

    private func expectOver(_ core: Core) async throws {
        guard case .answered(let sent) = try await core.sharingState() else { throw SharingStage.NoOffer() }
        #expect(!sent.mayHaveArrived && !sent.canResend)
        await expect(.sharing(.sessionOver)) { try await core.sendSharing() }
        _ = try await core.stopSharing()
        #expect(try await core.events().first?.sharing?.outcome == .notSent)
    }

    /// The history and every reader of it tell that nothing has left the phone, and the history of the card has nothing.
    private func expectToldAsUnsent(_ core: Core) async throws {
        let events = try await core.events()
        #expect(events.map { $0.sharing?.outcome } == [.notSent])
        let event = try #require(events.first)
        #expect(try await core.event(event.number) == event)
        #expect(try await core.events(of: CardID("c0")).isEmpty)
        _ = try await core.unlock(pin: Phone.pin())
        let file = String(decoding: try await core.exportHistory(in: "en") { $0.kind.rawValue }, as: UTF8.self)
        #expect(file.contains("notSent") && !file.contains("mayHaveArrived"))
    }

    /// What becomes of a wallet whose answer has not left the phone.
    enum Sequel: CaseIterable {
        case nothing, lock, newProcess
    }

    @Test(arguments: Sequel.allCases)
    func `an answer that has not left the phone is told so while it waits, and in the same words when it is left`(
        sequel: Sequel
    ) async throws {
        let stage = try await unsent()
        let core = try await sequel == .newProcess ? stage.phone.launch() : stage.core
        if sequel == .lock { await core.lock() }
        _ = try await core.unlock(pin: Phone.pin())
        try await expectToldAsUnsent(core)
        let waiting = try await core.events().first
        _ = try await core.stopSharing()
        try await expectToldAsUnsent(core)
        #expect(try await core.events().first == waiting)
    }

    @Test func `a report about an answer that has not left the phone says so`() async throws {
        let stage = try await unsent()
        try await stage.core.noteReport(.session, to: EventContact(body: .supervisor, way: .page, name: nil))
        #expect(try await stage.core.events().map { $0.sharing?.outcome } == [.notSent, .notSent])
    }

    @Test(arguments: [false, true])
    func `an answer that may have arrived is told so while it waits, and is in the history of its card`(isSecond: Bool) async throws {
        let stage = try await isSecond ? unsent() : SharingStage()
        stage.stage(.loseReply)
        let outcome = try await isSecond ? stage.core.sendSharing() : stage.answer(stage.offer())
        #expect(outcome == .mayHaveArrived)
        #expect(try await stage.core.events().map { $0.sharing?.outcome } == [.mayHaveArrived])
        #expect(try await stage.core.events(of: CardID("c0")).map { $0.sharing?.outcome } == [.mayHaveArrived])
    }

    @Test func `an answer that has not left the phone is sent when there is a connection again`() async throws {
        let stage = try await unsent()
        stage.stage(.fail(.unreachable))
        #expect(try await stage.core.sendSharing() == .notSent(.serverUnreachable))
        guard case .answered(let sent) = try await stage.core.sharingState() else { throw SharingStage.NoOffer() }
        #expect(sent.canResend)
        guard case .delivered = try await stage.core.sendSharing() else { throw SharingStage.NoOffer() }
        #expect(stage.signings == 1)
    }

    @Test func `after a lock an answer that has not left the phone is never sent`() async throws {
        let stage = try await unsent()
        await stage.core.lock()
        _ = try await stage.core.unlock(pin: Phone.pin())
        try await expectOver(stage.core)
        #expect(stage.sent.count == 1)
    }

    @Test func `a new process never sends an answer that has not left the phone`() async throws {
        let stage = try await unsent()
        let next = try await stage.phone.launch()
        _ = try await next.unlock(pin: Phone.pin())
        try await expectOver(next)
        #expect(stage.sent.count == 1)
    }
}
