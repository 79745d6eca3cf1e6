// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import OpenID4VP
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import VerifierWorld
import WalletConfiguration
import WalletInterface
import X509

@testable import WalletCore

/// A phone whose configuration knows the test verifier, and the verifier's server.
struct SharingStage {
    static let requestPath = "/request/1"
    static let responsePath = "/response/1"
    static let family: JSONObject = ["credentials": [.object(SharedCards.sdJWTQuery())]]
    /// A registration for the family name only.
    static let registered: [JSONValue] = [
        ["format": "dc+sd-jwt", "meta": ["vct_values": [.string(TestCards.sdJWTType)]], "claim": [["path": ["family_name"]]]]
    ]

    let phone: Phone
    let core: Core

    /// - Parameters:
    ///   - query: what the verifier asks.
    ///   - registration: what it registered; nil for no registration.
    ///   - status: `status` of the registration certificate.
    ///   - registrant: the party that the registrar has registered.
    ///   - credentials: texts of copies, by name, in place of the usual ones.
    init(
        _ entries: [CardEntry] = [SharedCards.entry("c0")], query: JSONObject = family, registration: [JSONValue]? = registered,
        status: JSONValue? = nil, overAsking: SharingSettings.Reaction = .warn,
        unverified: SharingSettings.Reaction = .warn, registrant: TestVerifier = VerifierWorld.verifier,
        login: SharingSettings.Login? = nil,
        credentials: [String: String] = [:]
    ) async throws {
        phone = try Phone()
        let tlsRoot: [UInt8] = [0x30, 0x81, 0x80] + [UInt8](repeating: 5, count: 128)
        let settings = SharingSettings(
            accessRoots: [try VerifierWorld.accessRoot.certificate.der], registrarRoots: [try VerifierWorld.registrarRoot.certificate.der],
            tlsRoots: [tlsRoot], overAsking: overAsking, unverifiedRegistration: unverified, login: login)
        phone.provider.documents.sharing.withLock { $0 = settings }
        let verifier = VerifierWorld.verifier
        let certificate = try registration.map { credentials in
            var claims = registrant.registrationClaims(credentials)
            if let status { claims.append("status", status) }
            return try TestVerifier.register(claims)
        }
        let request = Array(try verifier.request(verifier.claims(query, registration: certificate)).utf8)
        phone.provider.verifier.withLock { serve in
            serve = { (_, path) async throws(NetworkError) -> NetworkResponse in
                path == Self.requestPath
                    ? NetworkResponse(status: 200, mediaType: "application/oauth-authz-req+jwt", body: request)
                    : NetworkResponse(
                        status: 200, mediaType: "application/json", body: Array(#"{"redirect_uri":"https://shop.example/done#c=1"}"#.utf8))
            }
        }
        core = try await SharedCards.core(on: phone, entries, credentials: credentials)
    }

    /// The verifier's link.
    func link(_ suffix: String = "") throws -> UniversalLink {
        let verifier = VerifierWorld.verifier
        let text = "https://wallet.example/link/disclosure?client_id=\(verifier.clientID)&request_uri=\(verifier.requestURI)\(suffix)"
        return try #require(UniversalLink(recognising: text, by: .embedded))
    }

    func start() async throws -> SharingState { try await core.startSharing(try link(), arrivedBy: .sameDevice) }

    /// Lets the time for an approval pass, while the person touches the screen.
    func passApprovalTime() async {
        for seconds in [100.0, 100, 101] {
            phone.clock.advance(by: seconds)
            await core.noteActivity()
        }
    }

    /// The offer of a started session.
    func offer() async throws -> SharingOffer {
        guard case .offered(let offer) = try await start() else { throw NoOffer() }
        return offer
    }

    /// Approves the standard choice of an offer with all its warnings.
    func approve(_ offer: SharingOffer) async throws -> PINCheck {
        try await core.approveSharing(SharingApproval(of: offer, choice: offer.standardChoice), pin: Phone.pin())
    }

    /// Approves the standard choice of an offer, and sends the answer.
    func answer(_ offer: SharingOffer) async throws -> SharingOutcome {
        guard try await approve(offer) == .valid else { throw NoOffer() }
        return try await core.sendSharing()
    }

    /// Stages a fault for the next message to the verifier.
    func stage(_ fault: NetworkPlan.Fault, at path: String = responsePath) { phone.provider.network.stage(fault, at: path) }

    /// Makes the verifier hold the next answer: `arrived` is set when it is there, and its reply follows once `goesOn` is set.
    func holdAnswer() -> (arrived: Signal, goesOn: Signal) {
        let (arrived, goesOn) = (Signal(), Signal())
        stage(
            .wait {
                arrived.set()
                await goesOn.wait()
            })
        return (arrived, goesOn)
    }

    /// The messages that left for the verifier's address for answers.
    var sent: [[UInt8]] { phone.provider.network.bodies(to: Self.responsePath) }

    var signings: Int { phone.provider.bodies(to: .instruction(.sign)).count }

    func copies(_ card: String = "c0") async throws -> [String] {
        try #require(try await core.readCards().first { $0.id.text == card }).sdJWTs
    }

    struct NoOffer: Error {}
}
