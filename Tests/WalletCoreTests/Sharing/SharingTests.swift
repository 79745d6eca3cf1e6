// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import PlatformSupport
import Testing
import VerifierWorld
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// A session of sharing from the link to the offer, and its ends without an answer.
struct SharingTests {
    private func error(_ problem: SharingProblem) -> WalletCoreError.Code { .sharing(problem) }

    @Test func `an offer names who asks, what for, and what would be shared from which card`() async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        #expect(offer.organization.name == "Boekwinkel" && offer.organization.host == "shop.example")
        #expect(offer.organization.registration?.isVerified == true)
        #expect(offer.organization.registration?.purpose.text(in: "en") == "Check the age")
        #expect(offer.websiteHost == "shop.example" && offer.warnings.isEmpty && !offer.isLogin && !offer.hasAlternatives)
        let card = try #require(offer.parts.first?.cards.first)
        #expect(card.summary.id == CardID("c0") && card.claims.map(\.claim.path) == [["family_name"]])
        #expect(card.claims.first?.claim.value == .text("van der Berg"))
        #expect(offer.standardChoice == SharingChoice([0: [CardID("c0")]]))
        #expect(try await stage.core.sharingState() == .offered(offer))
        #expect(stage.sent.isEmpty && stage.signings == 0)
    }

    @Test func `a request for the claim of the login alone is a login`() async throws {
        let login = SharingSettings.Login(
            sdJWT: .init(type: TestCards.sdJWTType, path: ["family_name"]), mdoc: .init(type: "d", path: ["n", "e"]))
        #expect(try await SharingStage(login: login).offer().isLogin)
        let other: JSONObject = ["credentials": [.object(SharedCards.sdJWTQuery(path: ["given_name"]))]]
        #expect(try await !SharingStage(query: other, login: login).offer().isLogin)
    }

    @Test func `over-asking is a warning that names the claims, or a refusal if the configuration says so`() async throws {
        let query: JSONObject = ["credentials": [.object(SharedCards.sdJWTQuery(path: ["birthdate"]))]]
        let offer = try await SharingStage(query: query).offer()
        #expect(offer.warnings == [.overAsking([AskedClaim(path: ["birthdate"], name: LocalizedText([]))])])
        let stage = try await SharingStage(query: query, overAsking: .refuse)
        guard case .refused(let refusal) = try await stage.start() else { throw SharingStage.NoOffer() }
        #expect(refusal.code == "over_asking" && refusal.organization?.name == "Boekwinkel")
        await expect(error(.approvalVoid(.request))) { try await stage.approve(offer) }
        #expect(stage.sent.isEmpty)
    }

    @Test func `a request without registration is offered with a warning`() async throws {
        let offer = try await SharingStage(registration: nil).offer()
        #expect(offer.warnings == [.unverifiedRegistration(.absent)] && offer.organization.registration == nil)
    }

    @Test func `what is missing has its true cause, and a stop looks the same to the verifier as with cards`() async throws {
        let spent = try await SharingStage([SharedCards.entry("c0", sdJWTs: 0)])
        guard case .missing(let missing) = try await spent.start() else { throw SharingStage.NoOffer() }
        #expect(missing.parts.count == 1 && missing.parts[0].cause != nil)
        let revoked = try await SharingStage([SharedCards.entry("c0", status: .revoked)])
        guard case .missing(let other) = try await revoked.start() else { throw SharingStage.NoOffer() }
        #expect(other.parts[0].cause == .revoked && other.wouldRenewalHelp)
        let holding = try await SharingStage()
        _ = try await holding.offer()
        for stage in [spent, revoked, holding] {
            _ = try await stage.core.stopSharing()
            #expect(try await stage.core.sharingState() == .none)
        }
        #expect(holding.sent == revoked.sent && holding.sent == spent.sent && holding.sent.count == 1)
        #expect(String(decoding: holding.sent[0], as: UTF8.self) == "error=access_denied&state=state-1")
    }

    @Test func `a second link is refused as busy, and the same link goes on without a second fetch`() async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        #expect(try await stage.start() == .offered(offer))
        #expect(stage.phone.provider.network.requests.count { $0.path == SharingStage.requestPath } == 1)
        await expect(error(.busy)) { try await stage.core.startSharing(try stage.link("?x=1"), arrivedBy: .sameDevice) }
        #expect(try await stage.core.sharingState() == .offered(offer))
    }

    @Test func `a link that does not answer leaves no session`() async throws {
        let stage = try await SharingStage()
        for (fault, code) in [(NetworkError.offline, WalletCoreError.Code.noInternet), (.unreachable, .serverUnreachable)] {
            stage.stage(.fail(fault), at: SharingStage.requestPath)
            await expect(code) { try await stage.start() }
            #expect(try await stage.core.sharingState() == .none)
        }
        stage.stage(.answer(NetworkResponse(status: 404, mediaType: "", body: [])), at: SharingStage.requestPath)
        await expect(error(.sessionOver)) { try await stage.start() }
    }

    @Test func `a verifier that is not known is told nothing`() async throws {
        let stage = try await SharingStage()
        stage.stage(
            .answer(NetworkResponse(status: 200, mediaType: "application/oauth-authz-req+jwt", body: Array("a.b.c".utf8))),
            at: SharingStage.requestPath)
        guard case .refused(let refusal) = try await stage.start() else { throw SharingStage.NoOffer() }
        #expect(refusal.organization == nil && refusal.cause == .brokenRequest && !refusal.code.isEmpty)
        #expect(try await stage.core.stopSharing() == SharingReturn(address: nil))
        #expect(stage.sent.isEmpty)
    }

    @Test(arguments: ["javascript:alert(1)", "http://shop.example/done", "/done"])
    func `after a stop, an address that is no complete https address is refused, and this is told`(address: String) async throws {
        let stage = try await SharingStage()
        _ = try await stage.offer()
        let reply = NetworkResponse(status: 200, mediaType: "application/json", body: Array("{\"redirect_uri\":\"\(address)\"}".utf8))
        stage.stage(.answer(reply), at: SharingStage.responsePath)
        #expect(try await stage.core.stopSharing() == SharingReturn(address: nil, isAddressDropped: true))
    }

    @Test func `calls out of order name the reason`() async throws {
        let stage = try await SharingStage()
        await expect(error(.noSession)) { try await stage.core.sendSharing() }
        let offer = try await stage.offer()
        _ = try await stage.core.stopSharing()
        await expect(error(.noSession)) { try await stage.approve(offer) }
        #expect(try await stage.core.stopSharing() == SharingReturn(address: nil))
        await expect(error(.notConfigured)) {
            let phone = try Phone()
            return try await phone.registered().startSharing(try stage.link(), arrivedBy: .sameDevice)
        }
    }
}
