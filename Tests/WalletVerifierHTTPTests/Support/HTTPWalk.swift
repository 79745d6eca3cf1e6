// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HTTPTypes
import JOSE
import JSON
import OAuthMessages
import OpenID4VP
import OpenID4VPWallet
import SDJWT
import Testing
import VerifierWorld
import WalletVerifier

/// A session over HTTP, with a browser and a real wallet.
struct HTTPWalk {
    let world: HTTPWorld
    /// The id, for the party.
    let session: String
    /// The path of the page.
    let page: String
    let cookie: String
    var client: PresentationClient
    /// `state` of the fetched request.
    private(set) var state = ""
    private let link: PresentationLink

    /// Creates a session and opens its page; the wallet has the page's link, or for another device the text of its QR code.
    init(_ world: HTTPWorld, _ type: SessionType = .sameDevice, returnURL: String? = nil) async throws {
        self.world = world
        var body: JSONObject = ["dcql_query": HTTPWorld.query]
        if let returnURL { body.append("return_url", .string(returnURL)) }
        let created = try await world.post("/sessions", body)
        #expect(created.status == 201)
        session = try #require(created.json.string("session"))
        page = String(try #require(created.json.string("page")).dropFirst("https://shop.example".count))
        let opened = try await world.send(.get, page)
        cookie = try #require(opened.cookie)
        var text = String(
            try #require(opened.text.firstMatch(of: /href="(openid4vp:[^"]+)"/)).output.1.replacing("&amp;", with: "&"))
        if type == .crossDevice {
            let browser = String(cookie.drop { $0 != "=" }.dropFirst())
            let view = try await world.desk.page(String(page.dropFirst("/s/".count)), browser: browser)
            text = try #require(view.crossDevice).text
        }
        let drawn = try PresentationLink(parsing: text)
        link = PresentationLink(clientID: drawn.clientID, requestURI: drawn.requestURI, isPost: true)
        client = PresentationClient(
            link: link, arrivedBy: type,
            settings: WalletSettings(
                accessRoots: [VerifierWorld.accessRoot.certificate], registrarRoots: [VerifierWorld.registrarRoot.certificate]),
            random: VerifierWorld.random)
    }

    /// Path and query of the request.
    var requestPath: String { link.requestURI.path + "?" + (link.requestURI.query ?? "") }
    /// Path of the answer.
    var responsePath: String { link.requestURI.path.replacing("/request", with: "/response") }

    /// The wallet fetches the request.
    mutating func fetch() async throws -> HTTPAnswer {
        guard case .fetch(let request) = client.step else { throw OtherStep() }
        let answer = try await world.send(.post, requestPath, type: HTTPWorld.form, body: request.body)
        guard answer.status == 200 else { return answer }
        let claims = try JSONObject(parsing: try CompactJWS(parsing: answer.text).payload)
        state = try #require(claims.string("state"))
        try await client.receiveRequest(
            VerifierAnswer(status: 200, mediaType: SignedRequest.mediaType, body: answer.body), at: VerifierWorld.time)
        return answer
    }

    /// The wallet's form with a card.
    mutating func form() async throws -> [UInt8] {
        let card = try await TestCards.sdJWT()
        let paths: [ClaimPath] = [["family_name"], ["address", "locality"]]
        try client.approve([ChosenPresentation(queryID: "pid", copy: .sdJWT(card, paths))], at: VerifierWorld.time)
        guard case .sign(let inputs) = client.step else { throw OtherStep() }
        let holder = JWK(TestCards.holderKey.publicKey)
        try client.signed(try inputs.map { try TestCards.sign($0) }, holders: inputs.map { _ in holder })
        guard case .send(let request) = client.step else { throw OtherStep() }
        return request.body
    }

    /// Posts a form to the answer's address.
    func post(_ form: [UInt8]) async throws -> HTTPAnswer {
        try await world.send(.post, responsePath, type: HTTPWorld.form, body: form)
    }

    /// The client is not at the step that the test is about.
    struct OtherStep: Error {}
}
