// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DCQL
import Foundation
import JOSE
import JSON
import OAuthMessages
import OpenID4VP
import OpenID4VPVerifier
import OpenID4VPWallet
import SDJWT
import TestEnvironment
import Testing
import VerifierWorld
import WalletVerifier

/// A session at a desk, with a browser and a real wallet, moved step by step.
struct DeskWalk {
    let world: DeskWorld
    let created: CreatedSession
    let browser: String
    let type: SessionType
    /// The values of the drawn link.
    var walletToken = ""
    var ephemeral = ""
    var client: PresentationClient

    static let query: JSONObject = [
        "credentials": [
            [
                "id": "pid", "format": "dc+sd-jwt", "meta": ["vct_values": ["urn:eudi:pid:nl:1"]],
                "claims": [["path": ["family_name"]], ["path": ["address", "locality"]]],
            ]
        ]
    ]

    static func body(returnURL: String? = nil, use: String? = nil, evidence: Bool = false) throws -> RequestBody {
        RequestBody(
            query: try DCQLQuery(.object(query)), returnURL: try returnURL.map { try #require(HTTPSURL($0)) }, use: use,
            evidence: evidence)
    }

    /// Creates a session and opens its page; the wallet has the link.
    init(
        _ world: DeskWorld, _ type: SessionType = .crossDevice, returnURL: String? = nil, use: String? = nil, evidence: Bool = false,
        isPost: Bool = true
    ) async throws {
        self.world = world
        self.type = type
        created = try await world.desk.create(
            try Self.body(returnURL: returnURL, use: use, evidence: evidence), for: try world.shop)
        browser = world.desk.newBrowser()
        let view = try await world.desk.page(String(created.page.suffix(43)), browser: browser)
        let drawn = try #require(type == .sameDevice ? view.sameDevice : view.crossDevice)
        let link = try PresentationLink(parsing: drawn.text)
        client = PresentationClient(
            link: PresentationLink(clientID: link.clientID, requestURI: link.requestURI, isPost: isPost), arrivedBy: type,
            settings: WalletSettings(
                accessRoots: [VerifierWorld.accessRoot.certificate], registrarRoots: [VerifierWorld.registrarRoot.certificate]),
            random: VerifierWorld.random)
        walletToken = String(link.requestURI.path.dropFirst("/w/".count).prefix { $0 != "/" })
        ephemeral = try #require(FormParameters(parsing: Array((link.requestURI.query ?? "").utf8))["e"])
    }

    var pageToken: String { String(created.page.suffix(43)) }
    var desk: VerifierDesk { world.desk }

    /// The wallet's nonce in the request that it would send; nil for GET.
    func walletNonce() throws -> String? {
        guard case .fetch(let request) = client.step else { return nil }
        return try FormParameters(parsing: request.body)["wallet_nonce"]
    }

    /// The wallet fetches the request and verifies it.
    mutating func fetch() async throws {
        let request = try await desk.request(
            walletToken, sessionType: type.rawValue, ephemeral: ephemeral, walletNonce: try walletNonce())
        try await client.receiveRequest(
            VerifierAnswer(status: 200, mediaType: SignedRequest.mediaType, body: Array(request.utf8)), at: world.clock.now)
    }

    /// The wallet makes its answer.
    ///
    /// - Parameter change: changes the card's claims before it is issued.
    mutating func body(change: (inout JSONObject) -> Void = { _ in }) async throws -> [UInt8] {
        let card = try await TestCards.sdJWT(change: change)
        let paths: [ClaimPath] = [["family_name"], ["address", "locality"]]
        try client.approve([ChosenPresentation(queryID: "pid", copy: .sdJWT(card, paths))], at: world.clock.now)
        guard case .sign(let inputs) = client.step else { throw OtherStep() }
        let holder = JWK(TestCards.holderKey.publicKey)
        try client.signed(try inputs.map { try TestCards.sign($0) }, holders: inputs.map { _ in holder })
        guard case .send(let request) = client.step else { throw OtherStep() }
        return request.body
    }

    /// The wallet fetches and answers.
    mutating func answer(change: (inout JSONObject) -> Void = { _ in }) async throws -> AnswerReply {
        try await fetch()
        let body = try await self.body(change: change)
        return try await desk.answer(walletToken, body: body)
    }

    /// The state, as the party is told.
    func state() async throws -> SessionState { try await desk.report(on: created.id, for: try world.shop).state }

    /// The reason why a party gets no result; nil if it got one.
    func resultReason(_ party: Party, code: String? = nil) async throws -> DeskRefusal.Reason? {
        try await reason { _ = try await desk.result(of: created.id, responseCode: code, for: party) }
    }

    /// The refusal of a body; nil if it was accepted.
    func answerRefusal(_ body: [UInt8]) async throws -> DeskRefusal? {
        try await refusal { _ = try await desk.answer(walletToken, body: body) }
    }

    /// The refusal of a fetch; nil if the request was served.
    func fetchReason(
        type: SessionType? = nil, ephemeral: String? = nil, walletNonce: String? = nil
    ) async throws -> DeskRefusal.Reason? {
        try await reason {
            _ = try await desk.request(
                walletToken, sessionType: (type ?? self.type).rawValue, ephemeral: ephemeral ?? self.ephemeral,
                walletNonce: walletNonce)
        }
    }

    /// The client is not at the step that the test is about.
    struct OtherStep: Error {}
}

/// The reason of a refusal; nil if there was none.
func reason(_ body: () async throws -> Void) async throws -> DeskRefusal.Reason? {
    try await refusal(body)?.reason
}

/// A refusal; nil if there was none.
func refusal(_ body: () async throws -> Void) async throws -> DeskRefusal? {
    do {
        try await body()
        return nil
    } catch DeskError.refused(let refusal) {
        return refusal
    }
}
