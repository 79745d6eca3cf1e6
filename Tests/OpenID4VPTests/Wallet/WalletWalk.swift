// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import MDoc
import OAuthMessages
import OpenID4VP
import OpenID4VPWallet
import SDJWT
import Testing
import VerifierWorld

/// A wallet in a presentation to a verifier of the world, moved step by step.
struct WalletWalk {
    static let settings = WalletSettings(
        accessRoots: [VerifierWorld.accessRoot.certificate], registrarRoots: [VerifierWorld.registrarRoot.certificate])

    /// A query for a PID as SD-JWT.
    static let sdJWT: JSONObject = [
        "id": "pid", "format": "dc+sd-jwt", "meta": ["vct_values": ["urn:eudi:pid:nl:1"]],
        "claims": [["path": ["family_name"]], ["path": ["address", "locality"]]],
    ]
    /// A query for a PID as mdoc.
    static let mdoc: JSONObject = [
        "id": "mdoc", "format": "mso_mdoc", "meta": ["doctype_value": "eu.europa.ec.eudi.pid.1"],
        "claims": [["path": ["eu.europa.ec.eudi.pid.1", "family_name"]]],
    ]

    var client: PresentationClient
    let verifier: TestVerifier

    /// A wallet that has taken a link.
    init(
        _ verifier: TestVerifier = VerifierWorld.verifier, clientID: String? = nil, requestURI: String? = nil, isPost: Bool = false,
        arrivedBy: SessionType = .sameDevice, settings: WalletSettings = WalletWalk.settings,
        random: (Int) -> [UInt8] = VerifierWorld.random
    ) throws {
        self.verifier = verifier
        let link = PresentationLink(
            clientID: try ClientIdentifier(clientID ?? verifier.clientID),
            requestURI: try #require(HTTPSURL(requestURI ?? verifier.requestURI)), isPost: isPost)
        client = PresentationClient(link: link, arrivedBy: arrivedBy, settings: settings, random: random)
    }

    // MARK: The verifier's part

    /// `dcql_query` with these credential queries.
    static func query(_ queries: JSONObject...) -> JSONObject { ["credentials": .array(queries.map { .object($0) })] }

    /// `dcql_query` with these credential queries, of which the wallet may answer any.
    static func optional(_ queries: JSONObject...) -> JSONObject {
        let sets = queries.map { query -> JSONValue in
            let id = query["id"] ?? .null
            return ["options": [[id]], "required": false]
        }
        return ["credentials": .array(queries.map { .object($0) }), "credential_sets": .array(sets)]
    }

    /// The claims of a request, with some set or, with nil, removed.
    func claims(_ queries: JSONObject = query(sdJWT), _ changes: [String: JSONValue?] = [:]) -> JSONObject {
        RequestMaker.changed(verifier.claims(queries), changes)
    }

    /// An answer of `request_uri`.
    static func answer(_ request: String) -> VerifierAnswer {
        VerifierAnswer(status: 200, mediaType: SignedRequest.mediaType, body: Array(request.utf8))
    }

    /// A reply of `response_uri`.
    static func reply(_ body: String = "{}", status: Int = 200, mediaType: String = "application/json") -> VerifierAnswer {
        VerifierAnswer(status: status, mediaType: mediaType, body: Array(body.utf8))
    }

    /// The verifier's registration for what ``sdJWT`` asks.
    ///
    /// - Parameter hasStatus: true to refer to a status list.
    func registration(hasStatus: Bool = false) throws -> String {
        var claims = verifier.registrationClaims([
            [
                "format": "dc+sd-jwt", "meta": ["vct_values": ["urn:eudi:pid:nl:1"]],
                "claim": [["path": ["family_name"]], ["path": ["address"]]],
            ]
        ])
        if hasStatus { claims.append("status", ["status_list": ["idx": 7, "uri": "https://registrar.example/status/1"]]) }
        return try TestVerifier.register(claims)
    }

    // MARK: The wallet's part

    /// Receives a signed request, by default one for ``sdJWT`` without registration.
    mutating func receive(_ claims: JSONObject? = nil) async throws {
        let request = try verifier.request(claims ?? self.claims())
        try await client.receiveRequest(Self.answer(request), at: VerifierWorld.time)
    }

    /// The holder's SD-JWT, chosen for a query.
    static func chosenPID(
        _ paths: [ClaimPath] = [["family_name"], ["address", "locality"]], for id: String = "pid"
    ) async throws -> ChosenPresentation {
        ChosenPresentation(queryID: id, copy: .sdJWT(try await TestCards.sdJWT(), paths))
    }

    /// The holder's mdoc, chosen for a query.
    static func chosenMDoc(
        _ elements: Set<ElementIdentifier> = ["family_name"], for id: String = "mdoc"
    ) async throws -> ChosenPresentation {
        ChosenPresentation(queryID: id, copy: .mdoc(try await TestCards.mdoc(), [TestCards.nameSpace: elements]))
    }

    /// Approves presentations, by default the one that ``sdJWT`` asks for, and signs them.
    mutating func answer(_ presentations: [ChosenPresentation]? = nil) async throws {
        let chosen: [ChosenPresentation]
        if let presentations { chosen = presentations } else { chosen = [try await Self.chosenPID()] }
        try client.approve(chosen, at: VerifierWorld.time)
        try sign()
    }

    /// Signs every input with the holder's key.
    mutating func sign() throws {
        let inputs = try #require(self.inputs)
        try client.signed(try inputs.map { try TestCards.sign($0) }, holders: inputs.map { _ in Self.holder })
    }

    static let holder = JWK(TestCards.holderKey.publicKey)

    // MARK: The step

    /// The client is not at the step that the test is about.
    struct OtherStep: Error {}

    /// The inputs at `sign`.
    var inputs: [[UInt8]]? { if case .sign(let inputs) = client.step { inputs } else { nil } }

    /// The request at `send`.
    var sent: WalletRequest? { if case .send(let request) = client.step { request } else { nil } }

    /// The request at `decide`.
    var received: ReceivedRequest? { if case .decide(let received) = client.step { received } else { nil } }

    /// Decrypts the answer at `send` with the verifier's key.
    func token() throws -> VPToken {
        let request = try #require(sent)
        guard case .answer(let jwe) = try AnswerForm.read(request.body) else {
            throw MalformedMessage("an error in the place of an answer")
        }
        return try VPToken(parsing: jwe.open(with: verifier.encryptionKey))
    }

    /// The body at `send` as text.
    var sentText: String? { sent.map { String(decoding: $0.body, as: UTF8.self) } }
}
