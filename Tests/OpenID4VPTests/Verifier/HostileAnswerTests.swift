// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DCQL
import Foundation
import JOSE
import JSON
import MDoc
import OAuthMessages
import OpenID4VP
import OpenID4VPVerifier
import SDJWT
import Testing
import VerifierWorld

/// Answers of hostile or faulty wallets, and answers that belong to another request.
struct HostileAnswerTests {
    private static func query() throws -> DCQLQuery { try AnswerMaker.query(AnswerMaker.sdJWT()) }

    // MARK: The form

    @Test func `a form is read, and its fault is told apart: size, form, compression`() async throws {
        let wallet = AnswerMaker()
        let jwe = try wallet.answer(("pid", [try await wallet.present(TestCards.sdJWT())]))
        #expect(try AnswerVerifier.read(Array(AnswerForm.answer(jwe).encoded.utf8)) == .answer(jwe))
        let error = AnswerForm.error(.accessDenied, state: "s-1").encoded
        #expect(try AnswerVerifier.read(Array(error.utf8)) == .error(.accessDenied, state: "s-1"))
        let header: JSONObject = ["alg": "ECDH-ES", "enc": "A128GCM", "zip": "DEF", "epk": [:]]
        let rest = [12, 40, 16].map { Base64URL.encode([UInt8](repeating: 0, count: $0)) }.joined(separator: ".")
        let large = [UInt8](repeating: UInt8(ascii: "a"), count: AnswerForm.maximumBytes + 1)
        let refused: [(body: [UInt8], reason: AnswerRefusal.Reason, detail: String?)] = [
            (Array("response=\(Base64URL.encode(header.encode()))..\(rest)".utf8), .compressed, "compressed"), (large, .tooLarge, nil),
            ([], .form, nil), (Array("vp_token=%7B%7D".utf8), .form, nil), (Array("response=a.b.c".utf8), .form, "notCompactJWE"),
            (Array("error=unheard_of".utf8), .form, nil),
            (Array((AnswerForm.answer(jwe).encoded + "&error=access_denied").utf8), .form, nil),
        ]
        for (body, reason, detail) in refused {
            let error = #expect(throws: AnswerRefusal.self) { try AnswerVerifier.read(body) }
            #expect(error == AnswerRefusal(reason, member: "response", detail: detail))
        }
    }

    // MARK: Key, payload, state

    @Test func `an answer sealed to another key is refused, also under the right kid`() async throws {
        var wallet = AnswerMaker()
        wallet.key = EncryptionPrivateKey(keyID: "key-2")
        let text = try await wallet.present(TestCards.sdJWT())
        let query = try Self.query()
        await AnswerMaker.expectRefusal(.otherKey, "response", of: try wallet.answer(("pid", [text])), for: query)
        wallet.key = EncryptionPrivateKey(keyID: nil)
        await AnswerMaker.expectRefusal(.otherKey, "response", of: try wallet.answer(("pid", [text])), for: query)
        wallet.key = EncryptionPrivateKey(keyID: "key-1")
        let answer = try wallet.answer(("pid", [text]))
        await AnswerMaker.expectRefusal(.notDecrypted, "response", "notDecrypted", of: answer, for: query)
    }

    static let payloads: [(String, AnswerRefusal.Reason)] = [
        (#"{"vp_token":{}}"#, .emptyToken), (#"{"vp_token":{"pid":[]}}"#, .emptyToken),
        (#"{"vp_token":{"pid":"a~b~"}}"#, .payload), (#"{"vp_token":["a~b~"]}"#, .payload), ("{}", .payload), ("", .payload),
        (#"{"vp_token":{"pid":["a~b~"]},"vp_token":{}}"#, .payload),
    ]

    @Test(arguments: payloads)
    func `a payload without presentations is refused`(_ payload: String, _ reason: AnswerRefusal.Reason) async throws {
        let key = VerifierWorld.verifier.encryptionKey.publicKey
        let jwe = try CompactJWE.seal(Array(payload.utf8), to: key, with: .a128GCM)
        await AnswerMaker.expectRefusal(reason, "vp_token", of: jwe, for: try Self.query())
    }

    @Test func `an answer without the state of the request is refused`() async throws {
        var wallet = AnswerMaker()
        let text = try await wallet.present(TestCards.sdJWT())
        for state in [nil, "state-2", "State-1", "state-1 "] {
            wallet.state = state
            await AnswerMaker.expectRefusal(.state, "state", of: try wallet.answer(("pid", [text])), for: try Self.query())
        }
    }

    // MARK: Answers to other requests

    @Test func `an answer is refused for the next request of the same verifier, with the same key and state as well`() async throws {
        let wallet = AnswerMaker()
        let query = try AnswerMaker.query(AnswerMaker.sdJWT("a"), AnswerMaker.mdoc("b"), sets: #"[{"options":[["a"],["b"]]}]"#)
        let texts: [(String, String, AnswerRefusal.Reason)] = [
            ("a", try await wallet.present(TestCards.sdJWT()), .keyBindingNonce),
            ("b", try await wallet.present(TestCards.mdoc()), .transcript),
        ]
        let old = AnswerMaker.expected(query)
        let key = try #require(old.key)
        let next = ExpectedAnswer(
            clientID: old.clientID, nonce: "n-1S6_WzA2Mj-8fd-RwmdL7EWY", state: old.state, responseURI: old.responseURI, key: key,
            query: query, types: [:])
        for (id, text, reason) in texts {
            let answer = try wallet.answer((id, [text]))
            #expect(try await AnswerMaker.verifier.verify(answer, old, at: VerifierWorld.time).credentials.count == 1)
            let error = await #expect(throws: AnswerRefusal.self) {
                try await AnswerMaker.verifier.verify(answer, next, at: VerifierWorld.time)
            }
            #expect(error?.reason == reason && error?.member == "vp_token.\(id)[0]")
        }
    }

    @Test func `evidence is verified without its encryption, and only for its own request`() async throws {
        let wallet = AnswerMaker()
        let text = try await wallet.present(TestCards.mdoc())
        let token = try VPToken(entries: [.init(id: "mdoc", texts: [text])], state: wallet.state)
        let expected = AnswerMaker.expected(try AnswerMaker.query(AnswerMaker.mdoc()))
        #expect(try await AnswerMaker.verifier.verify(token, expected, at: VerifierWorld.time).token == token)
        let other = ExpectedAnswer(
            clientID: expected.clientID, nonce: expected.nonce, state: expected.state, responseURI: expected.responseURI,
            key: EncryptionPrivateKey(keyID: "key-1"), query: expected.query, types: [:])
        let error = await #expect(throws: AnswerRefusal.self) {
            try await AnswerMaker.verifier.verify(token, other, at: VerifierWorld.time)
        }
        #expect(error == AnswerRefusal(.transcript, member: "vp_token.mdoc[0]", detail: "device_signature"))
    }

    // MARK: Credentials that do not count

    @Test func `a credential of an unknown issuer, an expired one and an unbound one are refused`() async throws {
        let wallet = AnswerMaker()
        let query = try Self.query()
        let strange = AnswerVerifier(
            sdJWTRoots: [VerifierWorld.accessRoot.certificate], mdocRoots: [VerifierWorld.accessRoot.certificate], mdocProfile: .iso18013)
        let card = try await TestCards.sdJWT()
        let answer = try wallet.answer(("pid", [try await wallet.present(card)]))
        let error = await #expect(throws: AnswerRefusal.self) {
            try await strange.verify(answer, AnswerMaker.expected(query), at: VerifierWorld.time)
        }
        #expect(error == AnswerRefusal(.presentation, member: "vp_token.pid[0]", detail: "certificate_chain"))
        let expired = try await TestCards.sdJWT { $0.set("exp", .integer(VerifierWorld.now - 5)) }
        let late = try wallet.answer(("pid", [try await wallet.present(expired)]))
        await AnswerMaker.expectRefusal(.presentation, "vp_token.pid[0]", "expired", of: late, for: query)
        let unbound = try wallet.answer(("pid", [try card.disclosing([["family_name"]]).serialized]))
        await AnswerMaker.expectRefusal(.holderProof, "vp_token.pid[0]", "key_binding_missing", of: unbound, for: query)
    }

    @Test func `an mdoc of an unknown issuer, an expired one and one of another device are refused`() async throws {
        let wallet = AnswerMaker()
        let expected = AnswerMaker.expected(try AnswerMaker.query(AnswerMaker.mdoc()))
        let answer = try wallet.answer(("mdoc", [try await wallet.present(TestCards.mdoc())]))
        // A root of SD-JWTs is no root of mdocs.
        let strange = AnswerVerifier(
            sdJWTRoots: AnswerMaker.issuerRoots, mdocRoots: [VerifierWorld.accessRoot.certificate], mdocProfile: .iso18013)
        let unknown = await #expect(throws: AnswerRefusal.self) { try await strange.verify(answer, expected, at: VerifierWorld.time) }
        #expect(unknown == AnswerRefusal(.presentation, member: "vp_token.mdoc[0]", detail: "certificate_chain"))
        let late = await #expect(throws: AnswerRefusal.self) {
            try await AnswerMaker.verifier.verify(answer, expected, at: VerifierWorld.time + 3606)
        }
        #expect(late == AnswerRefusal(.presentation, member: "vp_token.mdoc[0]", detail: "expired"))
        let others = try await TestCards.mdoc(for: P256.Signing.PrivateKey().publicKey)
        let stolen = try wallet.answer(("mdoc", [try await wallet.present(others)]))
        await AnswerMaker.expectRefusal(.transcript, "vp_token.mdoc[0]", "device_signature", of: stolen, for: expected.query)
    }

    @Test func `a presentation in the other format, or in none, is refused`() async throws {
        let wallet = AnswerMaker()
        let (sdJWT, mdoc) = (try await wallet.present(TestCards.sdJWT()), try await wallet.present(TestCards.mdoc()))
        let query = try Self.query()
        for text in [mdoc, "x", "e30"] {
            await AnswerMaker.expectRefusal(.format, "vp_token.pid[0]", of: try wallet.answer(("pid", [text])), for: query)
        }
        let mdocQuery = try AnswerMaker.query(AnswerMaker.mdoc())
        for text in [sdJWT, "e30~", mdoc + "="] {
            await AnswerMaker.expectRefusal(.format, "vp_token.mdoc[0]", of: try wallet.answer(("mdoc", [text])), for: mdocQuery)
        }
        let nothing = try wallet.answer(("mdoc", ["e30"]))
        await AnswerMaker.expectRefusal(.presentation, "vp_token.mdoc[0]", "malformed", of: nothing, for: mdocQuery)
        let other = try AnswerMaker.query(#"{"id":"pid","format":"jwt_vc_json","meta":{}}"#)
        await AnswerMaker.expectRefusal(.format, "vp_token.pid[0]", of: try wallet.answer(("pid", [sdJWT])), for: other)
    }

    @Test func `a device response with two documents is refused`() async throws {
        let wallet = AnswerMaker()
        let one = try DeviceResponse(decoding: Base64URL.decode(await wallet.present(TestCards.mdoc())))
        let two = DeviceResponse(documents: one.documents + one.documents)
        let answer = try wallet.answer(("mdoc", [Base64URL.encode(two.encode())]))
        await AnswerMaker.expectRefusal(.tooMany, "vp_token.mdoc[0]", of: answer, for: try AnswerMaker.query(AnswerMaker.mdoc()))
    }

    @Test func `no refusal repeats anything of the answer`() async throws {
        let wallet = AnswerMaker()
        let answer = try wallet.answer(("secret", ["secret~secret"]))
        let error = await #expect(throws: AnswerRefusal.self) {
            try await AnswerMaker.verifier.verify(answer, AnswerMaker.expected(try Self.query()), at: VerifierWorld.time)
        }
        #expect(error?.description == "unknown_query vp_token")
    }
}
