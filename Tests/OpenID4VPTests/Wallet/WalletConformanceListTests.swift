// SPDX-License-Identifier: EUPL-1.2

import DCQL
import Foundation
import JOSE
import JSON
import OAuthMessages
import OpenID4VP
import OpenID4VPWallet
import SDJWT
import Testing
import VerifierWorld

/// The cases of the OpenID Foundation's plan for wallets (OpenID4VP 1.0 Final) that apply to signed requests by reference, each by its name
/// there. The cases were written here; nothing of the Foundation's suite runs.
struct WalletConformanceListTests {
    private let verifier = VerifierWorld.verifier

    // MARK: A wallet with a PID

    /// The query for some claims of the PID; nil leaves `claims` out.
    private func query(_ paths: [JSONValue]?, type: JSONValue = "urn:eudi:pid:nl:1", id: String = "pid") -> JSONObject {
        var query: JSONObject = ["id": .string(id), "format": "dc+sd-jwt", "meta": ["vct_values": [type]]]
        if let paths { query.append("claims", .array(paths.map { .object(["path": $0]) })) }
        return query
    }

    /// The query of most cases.
    private var usual: JSONObject { WalletWalk.query(WalletWalk.sdJWT) }

    /// Takes a request and answers it with the PID, or declines because the PID is not what is asked.
    private func answered(
        _ dcql: JSONObject, _ changes: [String: JSONValue?] = [:], isPost: Bool = false
    ) async throws -> WalletWalk {
        var walk = try WalletWalk(isPost: isPost)
        var changes = changes
        if case .fetch(let request) = walk.client.step, isPost {
            let form = try FormParameters(parsing: request.body)
            let nonce = JSONValue.string(try #require(form["wallet_nonce"]))
            changes.updateValue(nonce, forKey: "wallet_nonce")
        }
        try await walk.receive(walk.claims(dcql, changes))
        let query = try #require(walk.received).request.query
        let card = QueriedCredential(
            reference: "card", format: .sdJWT, types: [TestCards.sdJWTType], authorityKeys: [], claims: TestCards.claims,
            withheld: ["recovery_code"])
        let match = DCQLMatch(query, in: [card])
        guard let choice = match.standardChoice(usable: { _ in true }, newestFirst: []) else {
            _ = walk.client.decline(.missing)
            return walk
        }
        var presentations: [ChosenPresentation] = []
        for query in match.queries where choice.references[query.id] != nil {
            presentations.append(try await WalletWalk.chosenPID(try #require(query.candidates.first).paths, for: query.id))
        }
        try await walk.answer(presentations)
        return walk
    }

    /// The payload of the only card in the answer, verified as the verifier does.
    private func payload(_ walk: WalletWalk) async throws -> JSONObject {
        let token = try walk.token()
        #expect(token.entries.count == 1 && token.entries.first?.id == "pid")
        let verifier = SDJWTVerifier(
            trust: .certificates(roots: [VerifierWorld.issuerRoot.certificate]), kind: .credential(types: [TestCards.sdJWTType]))
        let expectation = KeyBindingExpectation(nonce: walk.verifier.nonce, audience: walk.verifier.clientID)
        let text = try #require(token.entries.first?.texts.first)
        return try await verifier.verify(text, keyBinding: .required(expectation), at: VerifierWorld.time).payload
    }

    /// The names of the disclosed claims that a holder may withhold.
    private func disclosed(_ payload: JSONObject) -> Set<String> {
        Set(TestCards.claims.members.map { $0.name }.filter { payload.has($0) })
    }

    // MARK: Happy flows

    @Test func HappyFlow() async throws {
        var walk = try await answered(usual)
        #expect(try await disclosed(payload(walk)) == ["family_name", "address"])
        #expect(try walk.token().state == "state-1")
        try walk.client.receiveReply(WalletWalk.reply())
        #expect(walk.client.step == .finished(.delivered(redirect: nil, droppedRedirect: false)))
    }

    @Test func NoState() async throws {
        let walk = try await answered(usual, ["state": nil])
        #expect(try walk.token().state == nil)
        #expect(try await disclosed(payload(walk)) == ["family_name", "address"])
    }

    @Test func WithStateAndRedirect() async throws {
        var walk = try await answered(usual)
        #expect(try walk.token().state == walk.verifier.state)
        try walk.client.receiveReply(WalletWalk.reply(#"{"redirect_uri":"https://shop.example/done#response_code=1"}"#))
        let redirect = RedirectURI("https://shop.example/done#response_code=1")
        #expect(redirect != nil && walk.client.step == .finished(.delivered(redirect: redirect, droppedRedirect: false)))
    }

    @Test func AlternateHappyFlow() async throws {
        var key = verifier.encryptionKey.publicKey.json
        _ = key.remove("use")
        let state = String(repeating: "s", count: 64)
        let walk = try await answered(
            usual,
            ["state": .string(state), "iss": "https://elsewhere.example", "client_metadata": ["jwks": ["keys": [.object(key)]]]])
        #expect(try walk.token().state == state)
        #expect(try await disclosed(payload(walk)) == ["family_name", "address"])
    }

    @Test func RequestUriMethodPost() async throws {
        let walk = try await answered(usual, isPost: true)
        #expect(try await disclosed(payload(walk)) == ["family_name", "address"])
    }

    @Test func IgnoresUnusableEncryptionKey() async throws {
        let usable = verifier.encryptionKey.publicKey.json
        var forSignatures = VerifierWorld.otherVerifier.encryptionKey.publicKey.json
        forSignatures.set("use", "sig")
        var withoutAlgorithm = VerifierWorld.otherVerifier.encryptionKey.publicKey.json
        _ = withoutAlgorithm.remove("alg")
        let keys: [JSONValue] = [
            ["kty": "RSA", "n": "AQAB", "e": "AQAB", "alg": "RSA-OAEP-256", "use": "enc"],
            ["kty": "OKP", "crv": "X25519", "x": "AQAB", "alg": "ECDH-ES", "use": "enc"], .object(forSignatures),
            .object(withoutAlgorithm), "no key", .object(usable),
        ]
        let walk = try await answered(usual, ["client_metadata": ["jwks": ["keys": .array(keys)]]])
        #expect(try await disclosed(payload(walk)) == ["family_name", "address"])
    }

    // MARK: Claims

    @Test func FewerClaims() async throws {
        let walk = try await answered(WalletWalk.query(query([["family_name"]])))
        #expect(try await disclosed(payload(walk)) == ["family_name"])
    }

    @Test func AllMandatoryClaims() async throws {
        let names: Set<String> = ["family_name", "given_name", "birthdate", "nationalities"]
        let walk = try await answered(WalletWalk.query(query(names.sorted().map { [.string($0)] })))
        #expect(try await disclosed(payload(walk)) == names)
    }

    @Test func AgeOver18() async throws {
        let walk = try await answered(WalletWalk.query(query([["age_over_18"]])))
        let found = try await payload(walk)
        #expect(disclosed(found) == ["age_over_18"] && found["age_over_18"] == JSONValue.bool(true))
    }

    @Test func NoClaims() async throws {
        let walk = try await answered(WalletWalk.query(query(nil)))
        #expect(try await disclosed(payload(walk)).isEmpty)
    }

    @Test func PidAllArrayElements() async throws {
        let walk = try await answered(WalletWalk.query(query([["nationalities", nil]])))
        #expect(try await payload(walk)["nationalities"] == JSONValue.array(["NL", "BE"]))
    }

    @Test func PidArrayElementByIndex() async throws {
        let walk = try await answered(WalletWalk.query(query([["nationalities", 1]])))
        #expect(try await payload(walk)["nationalities"] == JSONValue.array(["BE"]))
    }

    @Test func PidObjectMember() async throws {
        let walk = try await answered(WalletWalk.query(query([["address", "country"]])))
        #expect(try await payload(walk)["address"] == JSONValue.object(["country": "NL"]))
    }

    @Test func ClaimNotInCredential() async throws {
        let walk = try await answered(WalletWalk.query(query([["family_name"], ["shoe_size"]])))
        #expect(walk.sentText == "error=access_denied&state=state-1")
    }

    // MARK: Credential sets

    @Test func OptionalCredentialSet() async throws {
        let other = query([["number"]], type: "urn:example:other", id: "other")
        let walk = try await answered([
            "credentials": [.object(query([["family_name"]])), .object(other)],
            "credential_sets": [["options": [["pid"]]], ["options": [["other"]], "required": false]],
        ])
        #expect(try await disclosed(payload(walk)) == ["family_name"])
    }

    @Test func RequiredNonMatching() async throws {
        let walk = try await answered(WalletWalk.query(query([["number"]], type: "urn:example:other")))
        #expect(walk.sentText == "error=access_denied&state=state-1")
    }

    // MARK: Refusals

    /// Expects that a request is refused, and what is posted once the person has acted; nil for nothing.
    private func expectRefusal(
        _ reason: RequestRefusal.Reason, posting body: String?, clientID: String? = nil, _ changes: [String: JSONValue?] = [:],
        request change: (inout String) -> Void = { _ in }, header: (inout JSONObject) -> Void = { _ in }
    ) async throws {
        var walk = try WalletWalk(clientID: clientID)
        var text = try walk.verifier.request(walk.claims(WalletWalk.query(WalletWalk.sdJWT), changes), change: header)
        change(&text)
        let refusal = RequestRefusal(reason)
        await #expect(throws: PresentationFailure.refused(refusal)) {
            try await walk.client.receiveRequest(WalletWalk.answer(text), at: VerifierWorld.time)
        }
        let posted = walk.client.decline(.refused(refusal))
        #expect(posted.map { String(decoding: $0.body, as: UTF8.self) } == body)
    }

    @Test func InvalidClientIdPrefix() {
        for client in ["redirect_uri:https%3A%2F%2Fshop.example", "decentralized_identifier:did:x:y", "x509_hashes:AA", "shop.example"] {
            let link = "openid4vp://?client_id=\(client)&request_uri=https%3A%2F%2Fshop.example%2Frequest"
            #expect(throws: RequestRefusal(.clientIDPrefix)) { try PresentationLink(parsing: link) }
        }
    }

    @Test func InvalidSignature() async throws {
        let other = try VerifierWorld.otherVerifier.request(["client_id": .string(verifier.clientID)])
        let foreign = try #require(other.split(separator: ".").last)
        try await expectRefusal(
            .requestSignature, posting: nil,
            request: { text in text = text.split(separator: ".").dropLast().joined(separator: ".") + ".\(foreign)" })
    }

    @Test func InvalidTyp() async throws {
        try await expectRefusal(.requestType, posting: nil, header: { $0.set("typ", "JWT") })
    }

    @Test func MissingTyp() async throws {
        try await expectRefusal(.requestType, posting: nil, header: { _ = $0.remove("typ") })
    }

    @Test func MismatchedClientId() async throws {
        try await expectRefusal(.clientIDMismatch, posting: nil, ["client_id": .string(verifier.nameClientID)])
    }

    @Test func MissingNonce() async throws {
        try await expectRefusal(.nonce, posting: "error=invalid_request&state=state-1", ["nonce": nil])
    }

    @Test func RedirectUriWithDirectPost() async throws {
        try await expectRefusal(
            .redirectURI, posting: "error=invalid_request&state=state-1", ["redirect_uri": .string(verifier.responseURI)])
    }

    @Test func ResponseUriNotClientId() async throws {
        let address: JSONValue = "https://elsewhere.example/response"
        for client in [verifier.clientID, verifier.nameClientID] {
            try await expectRefusal(
                .responseURIHost, posting: nil, clientID: client, ["client_id": .string(client), "response_uri": address])
        }
    }

    @Test func UnknownTransactionData() async throws {
        try await expectRefusal(
            .transactionData, posting: "error=invalid_transaction_data&state=state-1",
            ["transaction_data": ["eyJ0eXBlIjoidW5rbm93biIsImNyZWRlbnRpYWxfaWRzIjpbInBpZCJdfQ"]])
    }
}
