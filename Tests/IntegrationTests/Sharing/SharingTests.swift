// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import OpenID4VP
import OpenID4VPVerifier
import PlatformSupport
import ProviderProtocol
import Synchronization
import TestEnvironment
import Testing
import VerifierWorld
import WalletCore
import WalletInterface

/// Sharing (UC5.1) by a wallet with a real provider, up to an answer that the verifier's library accepts.
@Suite(.timeLimit(.minutes(20)))
struct SharingTests {
    private static let sign = Endpoint.instruction(.sign)

    @Test func `both formats are shared in one answer, signed in one round trip that also checks the PIN`() async throws {
        try await SharingStage.with { stage in
            let offer = try await stage.offer(SharingStage.query(SharingStage.sdJWT, SharingStage.mdoc))
            #expect(offer.organization.name == stage.verifier.state.withLock { $0.party.tradeName })
            #expect(offer.websiteHost == stage.verifier.state.withLock { $0.party.host })
            let shown = offer.parts.flatMap(\.cards).flatMap(\.claims).map(\.claim.value)
            #expect(shown == [.text("De Vries"), .text("Willeke Liselotte")])
            let before = stage.fixture.network.sent.filter { $0.path.contains("/instructions/") }.count
            #expect(try await stage.answer(offer) == .delivered(SharingReturn(address: nil, event: 2)))
            let instructions = stage.fixture.network.sent.map(\.path).filter { $0.contains("/instructions/") }.dropFirst(before)
            #expect(instructions.first == Self.sign.path && instructions.filter { $0 == Self.sign.path }.count == 1)
            #expect(!instructions.contains(Endpoint.instruction(.checkPIN).path))

            let answer = try await stage.verifier.verified()
            #expect(answer.credentials.map(\.queryID) == ["pid", "mdoc"])
            #expect(answer.credentials[0].claims["family_name"] == "De Vries")
            #expect(answer.credentials[1].claims["eu.europa.ec.eudi.pid.1"] == ["given_name": "Willeke Liselotte"])
            // Nothing that was not asked for.
            for withheld in ["given_name", "birthdate", "recovery_code", "address"] {
                #expect(answer.credentials[0].claims[withheld] == nil, "\(withheld)")
            }
            #expect(try await stage.core.sharingState() == .none)
        }
    }

    @Test func `the provider gets hashes only`() async throws {
        try await SharingStage.with { stage in
            _ = try await stage.share()
            let body = try #require(stage.fixture.network.bodies(to: Self.sign).last)
            let data = try ProviderRequest(parsing: body).message.claims.data
            // No other member is accepted.
            let request = try SigningRequest(data)
            #expect(request.items.count == 1 && request.json == data)
            let text = String(decoding: data.encode(), as: UTF8.self)
            let party = stage.verifier.state.withLock { $0.party }
            for secret in [party.host, party.clientID, party.nonce, "De Vries"] { #expect(!text.contains(secret)) }
        }
    }

    @Test func `a wrong PIN sends nothing to the verifier and keeps the offer; the right PIN continues`() async throws {
        try await SharingStage.with { stage in
            let offer = try await stage.offer()
            #expect(
                try await stage.approve(offer, pin: Fixture.wrong) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
            #expect(stage.verifier.forms.isEmpty)
            guard case .offered(let still) = try await stage.core.sharingState() else { throw Fixture.Refused() }
            #expect(still.id == offer.id)
            guard case .delivered = try await stage.answer(still) else { throw Fixture.Refused() }
            #expect(try await stage.verifier.verified().credentials.count == 1)
        }
    }

    @Test func `after a lost reply the same bytes are sent again, without another signature`() async throws {
        try await SharingStage.with { stage in
            let offer = try await stage.offer()
            stage.verifier.plan.stage(.loseReply, at: SharingVerifier.responsePath)
            #expect(try await stage.answer(offer) == .mayHaveArrived)
            guard case .answered(let sent) = try await stage.core.sharingState() else { throw Fixture.Refused() }
            #expect(sent.mayHaveArrived && sent.canResend)
            let signatures = stage.fixture.network.bodies(to: Self.sign).count
            guard case .delivered = try await stage.core.sendSharing() else { throw Fixture.Refused() }
            #expect(stage.verifier.forms.count == 2 && stage.verifier.forms[0] == stage.verifier.forms[1])
            #expect(stage.fixture.network.bodies(to: Self.sign).count == signatures)
            #expect(try await stage.verifier.verified().credentials.count == 1)
            #expect(try await stage.core.sharingState() == .none)
            await expect(.sharing(.noSession)) { try await stage.core.sendSharing() }
        }
    }

    @Test func `an answer that may have arrived survives a kill, and its event is settled once it has`() async throws {
        try await SharingStage.with { stage in
            stage.verifier.plan.stage(.loseReply, at: SharingVerifier.responsePath)
            #expect(try await stage.answer(stage.offer()) == .mayHaveArrived)
            let core = try await stage.restarted()
            guard case .answered(let sent) = try await core.sharingState() else { throw Fixture.Refused() }
            #expect(sent.mayHaveArrived && sent.canResend)
            let first = try #require(try await core.events().first)
            #expect(first.number == sent.event && first.kind == .shared && first.sharing?.outcome == .mayHaveArrived)
            guard case .delivered = try await core.sendSharing() else { throw Fixture.Refused() }
            #expect(stage.verifier.forms.count == 2 && stage.verifier.forms[0] == stage.verifier.forms[1])
            let settled = try #require(try await core.events().first)
            #expect(settled.number == sent.event && settled.sharing?.outcome == .delivered)
            #expect(settled.sharing?.cards.flatMap(\.claims).map(\.path) == [["family_name"]])
        }
    }

    @Test func `an offer without an answer does not survive a kill`() async throws {
        try await SharingStage.with { stage in
            let offer = try await stage.offer()
            let core = try await stage.restarted()
            #expect(try await core.sharingState() == .none)
            let right = try pin(Fixture.right)
            let approval = SharingApproval(of: offer, choice: offer.standardChoice)
            await expect(.sharing(.noSession)) { try await core.approveSharing(approval, pin: right) }
            #expect(stage.verifier.forms.isEmpty)
        }
    }

    @Test func `an answer that did not leave the phone is sent once there is a connection`() async throws {
        try await SharingStage.with { stage in
            let offer = try await stage.offer()
            stage.verifier.plan.stage(.fail(.offline), at: SharingVerifier.responsePath)
            #expect(try await stage.answer(offer) == .notSent(.noInternet))
            #expect(stage.verifier.forms.isEmpty)
            guard case .delivered = try await stage.core.sendSharing() else { throw Fixture.Refused() }
            #expect(try await stage.verifier.verified().credentials.count == 1)
        }
    }

    @Test func `declining and having nothing are the same bytes to the verifier`() async throws {
        try await SharingStage.with { stage in
            _ = try await stage.offer()
            _ = try await stage.core.stopSharing()
            #expect(try await stage.core.sharingState() == .none)

            let link = stage.verifier.ask(SharingStage.query(SharingStage.foreign))
            guard case .missing(let missing) = try await stage.open(link) else { throw Fixture.Refused() }
            #expect(missing.parts.map(\.cause) == [.notThere])
            // Nothing is sent before the person has acted.
            #expect(stage.verifier.forms.count == 1)
            _ = try await stage.core.stopSharing()
            let forms = stage.verifier.forms
            #expect(forms.count == 2 && forms[0] == forms[1])
            #expect(try SharingVerifier.error(in: forms[0]) == .accessDenied)
            #expect(stage.fixture.network.bodies(to: Self.sign).isEmpty)
        }
    }

    @Test func `the address for the browser is returned on the same device only`() async throws {
        try await SharingStage.with { stage in
            let address = "https://shop.example/done#response_code=0123456789abcdef"
            let body = Array(#"{"redirect_uri":"\#(address)"}"#.utf8)
            stage.verifier.state.withLock { $0.reply = NetworkResponse(status: 200, mediaType: "application/json", body: body) }
            #expect(try await stage.answer(stage.offer()) == .delivered(SharingReturn(address: address, event: 2)))

            let scanned = try await stage.link(stage.verifier.ask(SharingStage.query(SharingStage.sdJWT), session: .crossDevice))
            guard case .offered(let offer) = try await stage.core.startSharing(scanned, arrivedBy: .crossDevice) else {
                throw Fixture.Refused()
            }
            #expect(try await stage.answer(offer) == .delivered(SharingReturn(address: nil, isAddressDropped: true, event: 3)))
            let event = try #require(try await stage.core.events().first?.sharing)
            #expect(event.refusedAddress == "otherDevice" && event.isAddressForOtherDevice)
        }
    }

    @Test func `a PIN recovery that has begun ends the session, and the verifier is told the same as after a stop`() async throws {
        try await SharingStage.with { stage in
            _ = try await stage.offer()
            _ = try await stage.core.stopSharing()
            _ = try await stage.offer()
            try await stage.fixture.whileRunning(stage.core) {
                _ = try await stage.fixture.recoveryLogin(stage.core)
                #expect(try await stage.core.sharingState() == .none)
                try await eventually { stage.verifier.forms.count == 2 }
            }
            #expect(stage.verifier.forms[0] == stage.verifier.forms[1])
            #expect(stage.fixture.network.bodies(to: Self.sign).isEmpty)
        }
    }

    @Test func `a QR code that came as a link fetches nothing`() async throws {
        try await SharingStage.with { stage in
            let scanned = try await stage.link(stage.verifier.ask(SharingStage.query(SharingStage.sdJWT), session: .crossDevice))
            await expect(.sharing(.wrongDevice)) { try await stage.core.startSharing(scanned, arrivedBy: .sameDevice) }
            #expect(stage.verifier.plan.requests.isEmpty)
            #expect(try await stage.core.sharingState() == .none)
        }
    }

    @Test(arguments: [(400, SharingOutcome.refusedByOrganization), (410, .sessionOver)])
    func `a verifier that refuses the answer, or whose session is over, has received it`(status: Int, outcome: SharingOutcome) async throws
    {
        try await SharingStage.with { stage in
            stage.verifier.state.withLock { $0.reply = NetworkResponse(status: status, mediaType: "", body: []) }
            let offer = try await stage.offer()
            #expect(try await stage.answer(offer) == outcome)
            #expect(stage.verifier.forms.count == 1)
            #expect(try await stage.core.sharingState() == .none)
        }
    }
}
