// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import ProviderProtocol
import TestEnvironment
import Testing
import WalletInterface

@testable import WalletCore

/// The address for the browser, and the ends of a session for which no flow waits.
struct SharingReturnTests {
    private static let declined = Array("error=access_denied&state=state-1".utf8)

    /// Addresses that are not followed, and why.
    private static let refused = [
        ("/back", "relative"), ("http://shop.example/done", "otherScheme"), ("javascript:alert(1)", "otherScheme"),
    ]

    private static func reply(_ address: String) -> NetworkResponse {
        NetworkResponse(status: 200, mediaType: "application/json", body: Array((#"{"redirect_uri":""# + address + #""}"#).utf8))
    }

    // MARK: The address

    @Test(arguments: refused)
    func `an address that is not followed is reported after an answer, and its reason stays in the history`(
        _ address: String, _ reason: String
    ) async throws {
        let stage = try await SharingStage()
        stage.stage(.answer(Self.reply(address)))
        #expect(try await stage.answer(stage.offer()) == .delivered(SharingReturn(address: nil, isAddressDropped: true, event: 1)))
        let event = try #require(try await stage.core.events().first?.sharing)
        #expect(event.outcome == .delivered && event.refusedAddress == reason && !event.isAddressForOtherDevice)
    }

    @Test(arguments: refused)
    func `an address that is not followed is reported after a stop`(_ address: String, _ reason: String) async throws {
        let stage = try await SharingStage()
        _ = try await stage.offer()
        stage.stage(.answer(Self.reply(address)))
        #expect(try await stage.core.stopSharing() == SharingReturn(address: nil, isAddressDropped: true))
        #expect(try await stage.core.events().map { $0.sharing?.outcome } == [.stopped])
    }

    @Test func `an address that is followed leaves no reason`() async throws {
        let stage = try await SharingStage()
        _ = try await stage.answer(stage.offer())
        let event = try #require(try await stage.core.events().first?.sharing)
        #expect(event.outcome == .delivered && event.refusedAddress == nil)
        _ = try await stage.offer()
        #expect(try await stage.core.stopSharing() == SharingReturn(address: "https://shop.example/done#c=1"))
    }

    // MARK: A forgotten PIN

    @Test func `without its PIN the wallet ends the session at once, and the verifier is told once, as after a stop`() async throws {
        let stage = try await SharingStage()
        _ = try await stage.offer()
        try await stage.core.forgetPINForSharing()
        #expect(try await stage.core.sharingState() == .none)
        #expect(stage.sent.isEmpty)
        try await stage.phone.whileRunning(stage.core) { try await eventually { !stage.sent.isEmpty } }
        #expect(stage.sent == [Self.declined])
        _ = try await stage.core.stopSharing()
        #expect(stage.sent == [Self.declined])
    }

    @Test func `a verifier that cannot be reached is not told again, and the next session goes on`() async throws {
        let stage = try await SharingStage()
        _ = try await stage.offer()
        stage.stage(.fail(.unreachable))
        try await stage.core.forgetPINForSharing()
        try await stage.phone.whileRunning(stage.core) { await stage.phone.provider.network.hasSent(1, to: SharingStage.responsePath) }
        guard case .delivered = try await stage.answer(stage.offer()) else { throw SharingStage.NoOffer() }
    }

    @Test func `an answer that is being signed is dropped when the PIN is forgotten`() async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        let (arrived, goesOn) = stage.phone.provider.hold(.instruction(.sign))
        async let outcome = stage.approve(offer)
        await arrived.wait()
        try await stage.core.forgetPINForSharing()
        goesOn.set()
        do {
            let check = try await outcome
            Issue.record("\(check) without a session")
        } catch let error as WalletCoreError {
            guard case .sharing = error.code else { throw error }
        }
        await expect(.sharing(.noSession)) { try await stage.core.sendSharing() }
        #expect(try await stage.copies().count == 2)
    }

    @Test func `an answer that may have arrived stays when the PIN is forgotten`() async throws {
        let stage = try await SharingStage()
        stage.stage(.loseReply)
        #expect(try await stage.answer(stage.offer()) == .mayHaveArrived)
        try await stage.core.forgetPINForSharing()
        guard case .answered = try await stage.core.sharingState() else { throw SharingStage.NoOffer() }
    }

    // MARK: Without a word

    @Test func `a user who logs out tells the verifier nothing, and the session goes on after the unlock`() async throws {
        let stage = try await SharingStage()
        _ = try await stage.offer()
        await stage.core.lock()
        #expect(try await stage.core.unlock(pin: Phone.pin()) == .valid)
        guard case .offered = try await stage.core.sharingState() else { throw SharingStage.NoOffer() }
        #expect(stage.sent.isEmpty)
    }

    @Test func `a new app process ends the session and tells the verifier nothing`() async throws {
        let stage = try await SharingStage()
        _ = try await stage.offer()
        await stage.core.rebind()
        #expect(try await stage.core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await stage.core.sharingState() == .none)
        #expect(stage.sent.isEmpty)
    }
}

extension Core {
    /// The effect of `startPINRecovery` on a session once the recovery has begun.
    fileprivate func forgetPINForSharing() throws { endSharingWithoutPIN(of: try wallet()) }
}
