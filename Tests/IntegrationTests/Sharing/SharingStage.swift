// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import OpenID4VP
import OpenID4VPVerifier
import PhoneSimulator
import PlatformSupport
import Testing
import VerifierWorld
import WalletConfiguration
import WalletCore
import WalletInterface

/// A wallet with a PID, its provider, and a verifier.
struct SharingStage {
    let fixture: Fixture
    let verifier: SharingVerifier
    let core: Core
    private let settings: SharingSettings

    /// Makes all three, at the time of the verifier's world, and removes their files afterwards.
    static func with(
        overAsking: SharingSettings.Reaction = .warn, unverifiedRegistration: SharingSettings.Reaction = .warn,
        _ body: @escaping @Sendable (SharingStage) async throws -> Void
    ) async throws {
        try await Fixture.with { fixture in
            fixture.clock.advance(by: VerifierWorld.time.timeIntervalSince(fixture.clock.now))
            let verifier = SharingVerifier(fixture)
            let settings = SharingSettings(
                accessRoots: [try VerifierWorld.accessRoot.certificate.der],
                registrarRoots: [try VerifierWorld.registrarRoot.certificate.der],
                tlsRoots: [try TestAuthority("TLS root", at: fixture.clock.now).root], overAsking: overAsking,
                unverifiedRegistration: unverifiedRegistration)
            let core = try await fixture.launchCore(embedded: fixture.embeddedEdition(sharing: settings), through: verifier)
            try await core.register(pin: pin(Fixture.right))
            _ = try await fixture.preview(core)
            try await fixture.accept(core)
            try await body(SharingStage(fixture: fixture, verifier: verifier, core: core, settings: settings))
        }
    }

    // MARK: Queries

    /// A query for the PID as SD-JWT.
    static let sdJWT: JSONObject = [
        "id": "pid", "format": "dc+sd-jwt", "meta": ["vct_values": ["urn:eudi:pid:1"]], "claims": [["path": ["family_name"]]],
    ]
    /// A query for the PID as mdoc.
    static let mdoc: JSONObject = [
        "id": "mdoc", "format": "mso_mdoc", "meta": ["doctype_value": "eu.europa.ec.eudi.pid.1"],
        "claims": [["path": ["eu.europa.ec.eudi.pid.1", "given_name"]]],
    ]
    /// A query for a card that the wallet does not have.
    static let foreign: JSONObject = [
        "id": "diploma", "format": "dc+sd-jwt", "meta": ["vct_values": ["urn:example:diploma"]], "claims": [["path": ["title"]]],
    ]

    /// `dcql_query` with these credential queries.
    static func query(_ queries: JSONObject...) -> JSONObject { ["credentials": .array(queries.map { .object($0) })] }

    /// A registration of a party for claims of the PID as SD-JWT.
    static func registration(of party: TestVerifier, for claims: [String]) throws -> String {
        let paths = claims.map { claim -> JSONValue in ["path": [.string(claim)]] }
        return try TestVerifier.register(
            party.registrationClaims([["format": "dc+sd-jwt", "meta": ["vct_values": ["urn:eudi:pid:1"]], "claim": .array(paths)]]))
    }

    /// The wallet in a new process, unlocked.
    func restarted() async throws -> Core {
        let core = try await fixture.launchCore(embedded: fixture.embeddedEdition(sharing: settings), through: verifier)
        #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
        return core
    }

    // MARK: Sessions

    /// A link as the wallet's scanner recognises it.
    func link(_ address: String) async throws -> UniversalLink {
        let configuration = try await fixture.embeddedEdition(sharing: settings).configuration
        let patterns = configuration.universalLinks.compactMap(UniversalLinkPattern.init)
        return try #require(UniversalLink(recognising: address, by: patterns))
    }

    /// Opens a link on the phone, as the system does, and starts the session.
    func open(_ address: String) async throws -> SharingState {
        guard case .waits(let pending) = try await core.receive(link: address),
            case .resolves(let link) = try await core.takePendingLink(pending.ticket)
        else { throw Fixture.Refused() }
        return try await core.startSharing(link, arrivedBy: .sameDevice)
    }

    /// Lets the verifier ask, and returns the offer.
    func offer(_ query: JSONObject = query(sdJWT), registration: String? = nil) async throws -> SharingOffer {
        guard case .offered(let offer) = try await open(verifier.ask(query, registration: registration)) else { throw Fixture.Refused() }
        return offer
    }

    /// Approves the standard choice of an offer with all its warnings.
    func approve(_ offer: SharingOffer, pin digits: String = Fixture.right) async throws -> PINCheck {
        try await core.approveSharing(SharingApproval(of: offer, choice: offer.standardChoice), pin: pin(digits))
    }

    /// Approves the standard choice of an offer, and sends the answer.
    func answer(_ offer: SharingOffer) async throws -> SharingOutcome {
        guard try await approve(offer) == .valid else { throw Fixture.Refused() }
        return try await core.sendSharing()
    }

    /// Answers an offer; nil if the session is over already.
    func outcome(of offer: SharingOffer) async throws -> SharingOutcome? {
        do {
            return try await answer(offer)
        } catch let error as WalletCoreError where error.code == .sharing(.noSession) {
            return nil
        }
    }

    /// Shares, and returns the verified texts of the presentations.
    func share(_ query: JSONObject = query(sdJWT)) async throws -> [String] {
        guard case .delivered = try await answer(offer(query)) else { throw Fixture.Refused() }
        return try await verifier.verified().token.entries.flatMap(\.texts)
    }
}
