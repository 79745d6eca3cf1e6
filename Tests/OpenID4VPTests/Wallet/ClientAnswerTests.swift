// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Crypto
import Foundation
import JOSE
import JSON
import MDoc
import OpenID4VP
import OpenID4VPWallet
import SDJWT
import Testing
import VerifierWorld

/// From the decision to the verifier's reply: what is signed, what leaves, what comes back.
struct ClientAnswerTests {
    private static func received(_ queries: JSONObject..., settings: WalletSettings = WalletWalk.settings) async throws -> WalletWalk {
        var walk = try WalletWalk(settings: settings)
        try await walk.receive(walk.claims(["credentials": .array(queries.map { .object($0) })]))
        return walk
    }

    // MARK: The answer

    @Test func `one answer holds an SD-JWT and an mdoc, which the verifier verifies`() async throws {
        var walk = try await Self.received(WalletWalk.sdJWT, WalletWalk.mdoc)
        try await walk.answer([WalletWalk.chosenMDoc(), WalletWalk.chosenPID()])
        let token = try walk.token()
        #expect(token.entries.map(\.id) == ["pid", "mdoc"])
        #expect(token.entries.allSatisfy { $0.texts.count == 1 } && token.state == "state-1")

        let expectation = KeyBindingExpectation(nonce: walk.verifier.nonce, audience: walk.verifier.clientID)
        let sdJWTs = SDJWTVerifier(
            trust: .certificates(roots: [VerifierWorld.issuerRoot.certificate]), kind: .credential(types: [TestCards.sdJWTType]))
        let card = try await sdJWTs.verify(token.entries[0].texts[0], keyBinding: .required(expectation), at: VerifierWorld.time)
        #expect(card.payload["family_name"] == "van der Berg" && card.payload["address"] == JSONValue.object(["locality": "Den Haag"]))
        #expect(card.payload["given_name"] == nil && card.payload["recovery_code"] == nil)

        let transcript = SessionTranscript.openID4VP(
            clientID: walk.verifier.clientID, nonce: walk.verifier.nonce, encryptionKey: walk.verifier.encryptionKey.publicKey,
            responseURI: walk.verifier.responseURI)
        let mdocs = MDocVerifier(
            trust: .certificates(roots: [VerifierWorld.issuerRoot.certificate], profile: .iso18013), docTypes: [TestCards.documentType])
        let documents = try await mdocs.verify(
            response: Base64URL.decode(token.entries[1].texts[0]), for: transcript, at: VerifierWorld.time)
        #expect(documents.map(\.elements) == [[MDocElement(TestCards.nameSpace, "family_name", .text("van der Berg"))]])
    }

    @Test func `the answer is encrypted as the request says, and to nobody else`() async throws {
        var walk = try await Self.received(WalletWalk.sdJWT)
        try await walk.answer()
        let request = try #require(walk.sent)
        #expect(request.isPost && request.contentType == "application/x-www-form-urlencoded")
        guard case .answer(let jwe) = try AnswerForm.read(request.body) else { throw WalletWalk.OtherStep() }
        #expect(jwe.header["enc"] == "A256GCM" && jwe.header["kid"] == "key-1")
        #expect(throws: JOSEError.self) { try jwe.open(with: VerifierWorld.otherVerifier.encryptionKey) }
    }

    @Test func `several cards for one query, if the verifier takes several`() async throws {
        var query = WalletWalk.sdJWT
        query.append("multiple", true)
        var walk = try await Self.received(query)
        try await walk.answer([WalletWalk.chosenPID(), WalletWalk.chosenPID(), WalletWalk.chosenPID()])
        #expect(try walk.token().entries.map(\.texts.count) == [3])
    }

    @Test func `the inputs are fixed by the approval, and differ for another request`() async throws {
        let card = try await WalletWalk.chosenPID()
        let document = try await WalletWalk.chosenMDoc()
        var inputs: [[[UInt8]]] = []
        for nonce in [nil, nil, "another-nonce-of-thirty-characters"] as [JSONValue?] {
            var walk = try WalletWalk()
            let query = WalletWalk.query(WalletWalk.sdJWT, WalletWalk.mdoc)
            try await walk.receive(nonce.map { walk.claims(query, ["nonce": $0]) } ?? walk.claims(query))
            try walk.client.approve([card, document], at: VerifierWorld.time)
            inputs.append(try #require(walk.inputs))
            #expect(walk.inputs == inputs.last)
        }
        #expect(inputs[0] == inputs[1])
        #expect(inputs[0][0] != inputs[2][0] && inputs[0][1] != inputs[2][1])
    }

    // MARK: What cannot be chosen

    @Test func `nothing is presented that the query does not ask for`() async throws {
        let unfit: [(String, [ChosenPresentation])] = [
            ("nothing", []), ("another query", [try await WalletWalk.chosenPID(for: "other")]),
            ("another claim", [try await WalletWalk.chosenPID([["family_name"], ["given_name"]])]),
            ("more of a claim", [try await WalletWalk.chosenPID([["address"]])]), ("every claim", [try await WalletWalk.chosenPID([[]])]),
            ("a secret of the wallet", [try await WalletWalk.chosenPID([["recovery_code"]])]),
            ("another format", [try await WalletWalk.chosenMDoc(for: "pid")]),
            ("two cards", [try await WalletWalk.chosenPID(), try await WalletWalk.chosenPID()]),
            ("another element", [try await WalletWalk.chosenMDoc(["given_name"])]),
            ("an element too many", [try await WalletWalk.chosenMDoc(["family_name", "birth_date"])]),
            ("one fit, one unfit", [try await WalletWalk.chosenPID(), try await WalletWalk.chosenMDoc(["given_name"])]),
        ]
        var walk = try WalletWalk()
        try await walk.receive(walk.claims(WalletWalk.optional(WalletWalk.sdJWT, WalletWalk.mdoc)))
        let decide = walk.client.step
        for (name, chosen) in unfit {
            #expect(throws: PresentationFailure.unfitChoice, "\(name)") { try walk.client.approve(chosen, at: VerifierWorld.time) }
            #expect(walk.client.step == decide, "\(name)")
        }
    }

    @Test func `a claim that the copy does not hold cannot be presented`() async throws {
        var query = WalletWalk.sdJWT
        query.set("claims", [["path": ["shoe_size"]]])
        var walk = try await Self.received(query)
        let chosen = [try await WalletWalk.chosenPID([["shoe_size"]])]
        #expect(throws: PresentationFailure.unfitChoice) { try walk.client.approve(chosen, at: VerifierWorld.time) }
    }

    @Test func `an mdoc of another type, or a copy without a holder's key, cannot be presented`() async throws {
        var query = WalletWalk.mdoc
        query.set("meta", ["doctype_value": "org.iso.18013.5.1.mDL"])
        var walk = try WalletWalk()
        try await walk.receive(walk.claims(WalletWalk.optional(query, WalletWalk.sdJWT)))
        let document = [try await WalletWalk.chosenMDoc()]
        #expect(throws: PresentationFailure.unfitChoice) { try walk.client.approve(document, at: VerifierWorld.time) }
        let unbound = try await TestCards.sdJWT { _ = $0.remove("cnf") }
        let chosen = [ChosenPresentation(queryID: "pid", copy: .sdJWT(unbound, [["family_name"]]))]
        #expect(throws: PresentationFailure.unfitChoice) { try walk.client.approve(chosen, at: VerifierWorld.time) }
    }

    // MARK: Time

    @Test func `an approval is taken until the request is too old, and not after the clock was set back`() async throws {
        let short = WalletSettings(
            accessRoots: WalletWalk.settings.accessRoots, registrarRoots: WalletWalk.settings.registrarRoots, maximumAge: 30)
        let times: [(WalletSettings, TimeInterval, Bool)] = [
            (WalletWalk.settings, 0, true), (WalletWalk.settings, 300, true), (WalletWalk.settings, 301, false),
            (WalletWalk.settings, -1, false), (WalletWalk.settings, .infinity, false), (WalletWalk.settings, .nan, false),
            (short, 30, true), (short, 31, false),
        ]
        let chosen = [try await WalletWalk.chosenPID()]
        for (settings, seconds, isTaken) in times {
            var walk = try await Self.received(WalletWalk.sdJWT, settings: settings)
            let now = VerifierWorld.time.addingTimeInterval(seconds)
            if isTaken {
                try walk.client.approve(chosen, at: now)
                #expect(walk.inputs?.count == 1, "\(seconds)")
            } else {
                #expect(throws: PresentationFailure.expired, "\(seconds)") { try walk.client.approve(chosen, at: now) }
                #expect(walk.client.step == .failed(.expired), "\(seconds)")
            }
        }
    }

    @Test func `the end that a request names is kept, with the tolerance of its receipt`() async throws {
        let chosen = [try await WalletWalk.chosenPID()]
        for (seconds, isTaken) in [(69.0, true), (70.0, false)] {
            var walk = try WalletWalk()
            try await walk.receive(walk.claims(WalletWalk.query(WalletWalk.sdJWT), ["exp": .integer(VerifierWorld.now + 10)]))
            let now = VerifierWorld.time.addingTimeInterval(seconds)
            if isTaken {
                try walk.client.approve(chosen, at: now)
            } else {
                #expect(throws: PresentationFailure.expired) { try walk.client.approve(chosen, at: now) }
            }
        }
    }

    // MARK: Signatures

    @Test func `nothing leaves without the right signature of each copy's key`() async throws {
        var walk = try await Self.received(WalletWalk.sdJWT, WalletWalk.mdoc)
        try walk.client.approve([try await WalletWalk.chosenPID(), try await WalletWalk.chosenMDoc()], at: VerifierWorld.time)
        let inputs = try #require(walk.inputs)
        let right = try inputs.map { try TestCards.sign($0) }
        let other = P256.Signing.PrivateKey()
        let foreign = Array(try other.signature(for: inputs[1]).rawRepresentation)
        var flipped = right[0]
        flipped[63] ^= 1
        let holder = WalletWalk.holder
        let wrong: [(String, [[UInt8]], [JWK])] = [
            ("none", [], []), ("too few", [right[0]], [holder]), ("too many", right + [right[0]], [holder, holder, holder]),
            ("too few keys", right, [holder]), ("exchanged", [right[1], right[0]], [holder, holder]),
            ("a changed bit", [flipped, right[1]], [holder, holder]), ("cut", [Array(right[0].dropLast()), right[1]], [holder, holder]),
            ("empty", [[], right[1]], [holder, holder]), ("another key", [right[0], foreign], [holder, JWK(other.publicKey)]),
            ("another key under the holder's name", [right[0], foreign], [holder, holder]),
            ("the holder under another name", right, [holder, JWK(other.publicKey)]),
        ]
        for (name, signatures, holders) in wrong {
            #expect(throws: PresentationFailure.unfitSignature, "\(name)") { try walk.client.signed(signatures, holders: holders) }
            #expect(walk.client.step == .sign(inputs), "\(name)")
        }
        try walk.client.signed(right, holders: [holder, holder])
        #expect(walk.sent != nil)
    }

    // MARK: The reply

    private static func ending(_ reply: VerifierAnswer, _ session: SessionType = .sameDevice) async throws -> PresentationClient.Step {
        var walk = try WalletWalk(arrivedBy: session)
        try await walk.receive()
        try await walk.answer()
        try walk.client.receiveReply(reply)
        return walk.client.step
    }

    @Test(arguments: [
        "https://shop.example/back", "https://elsewhere.example/cb?code=1", "https://client.example.org/cb#response_code=091535f699ea575c",
    ])
    func `a redirect is kept on the same device, and dropped in a session of two devices`(_ address: String) async throws {
        let reply = WalletWalk.reply(#"{"redirect_uri":""# + address + #""}"#)
        let redirect = try #require(RedirectURI(address))
        #expect(redirect.text == address)
        #expect(try await Self.ending(reply) == .finished(.delivered(redirect: redirect, droppedRedirect: false)))
        #expect(try await Self.ending(reply, .crossDevice) == .finished(.delivered(redirect: nil, droppedRedirect: true)))
    }

    @Test(arguments: [
        #""javascript:alert(1)""#, #""http://shop.example/""#, #""/back""#, #""//shop.example""#, "\"\"", "null", "1",
        #"["https://a.example"]"#,
        #""https://user@shop.example/""#, #""https://shop.example/ x""#, #""https://shop.example/#a#b""#, #""https://shop.example/#%zz""#,
        #""shop://back""#, #""HTTPS://shop.example/\u0000""#,
    ])
    func `any other redirect is dropped, and the answer counts as delivered`(_ value: String) async throws {
        let step = try await Self.ending(WalletWalk.reply(#"{"redirect_uri":"# + value + "}"))
        #expect(step == .finished(.delivered(redirect: nil, droppedRedirect: true)))
    }

    @Test(arguments: [
        (#""/back""#, RedirectRefusal.relative), (#""//shop.example""#, .relative), ("\"\"", .relative),
        (#""http://shop.example/""#, .otherScheme), (#""javascript:alert(1)""#, .otherScheme), (#""shop://back""#, .otherScheme),
        (#""https://user@shop.example/""#, .unfit), (#""https://shop.example/#a#b""#, .unfit), ("null", .noText), ("1", .noText),
    ])
    func `a redirect that is not followed has a reason`(_ value: String, _ refusal: RedirectRefusal) {
        let reply = WalletWalk.reply(#"{"redirect_uri":"# + value + "}")
        #expect(PresentationClient.redirectRefusal(in: reply, .sameDevice) == refusal)
        #expect(PresentationClient.redirectRefusal(in: reply, .crossDevice) == .otherDevice)
    }

    @Test func `a redirect that is followed, or absent, or in a refusal, has no reason`() {
        let followed = WalletWalk.reply(#"{"redirect_uri":"https://shop.example/cb#response_code=1"}"#)
        #expect(PresentationClient.redirectRefusal(in: followed, .sameDevice) == nil)
        for session in [SessionType.sameDevice, .crossDevice] {
            #expect(PresentationClient.redirectRefusal(in: WalletWalk.reply(), session) == nil)
            #expect(PresentationClient.redirectRefusal(in: WalletWalk.reply(#"{"redirect_uri":"/back"}"#, status: 400), session) == nil)
        }
    }

    @Test func `a reply of success without a redirect delivers, whatever its body`() async throws {
        let replies = [
            WalletWalk.reply(), WalletWalk.reply("", status: 204), WalletWalk.reply("[]"), WalletWalk.reply("not JSON", status: 202),
            WalletWalk.reply(#"{"redirect_uri":"https://shop.example/"}"#, mediaType: "text/html"), WalletWalk.reply(#"{"other":1}"#),
        ]
        for reply in replies {
            #expect(try await Self.ending(reply) == .finished(.delivered(redirect: nil, droppedRedirect: false)))
        }
    }

    @Test(arguments: [302, 400, 401, 404, 409, 410, 413, 429, 500, 503])
    func `a refusal of the answer is told apart from a session that is over`(_ status: Int) async throws {
        let reply = WalletWalk.reply(#"{"redirect_uri":"https://shop.example/"}"#, status: status)
        let expected: Ending = [404, 409, 410].contains(status) ? .sessionOver : .refusedByVerifier(status: status)
        #expect(try await Self.ending(reply) == .finished(expected))
    }
}
