// SPDX-License-Identifier: EUPL-1.2

import COSE
import Crypto
import DCQL
import JOSE
import JSON
import MDoc
import OpenID4VP
import OpenID4VPVerifier
import SDJWT
import StatusList
import Testing
import VerifierWorld

/// The modules of the OpenID Foundation's plan `vp1finalverifier` that concern the checks of an answer. A test has the name of its module.
struct VerifierConformanceListTests {
    private static func query() throws -> DCQLQuery { try AnswerMaker.query(AnswerMaker.sdJWT()) }

    private static func mdocQuery() throws -> DCQLQuery { try AnswerMaker.query(AnswerMaker.mdoc()) }

    @Test func `HappyFlow: an answer with both formats is accepted`() async throws {
        let wallet = AnswerMaker()
        let query = try AnswerMaker.query(AnswerMaker.sdJWT(), AnswerMaker.mdoc())
        let sdJWT = try await wallet.present(TestCards.sdJWT())
        let mdoc = try await wallet.present(TestCards.mdoc())
        let answer = try await AnswerMaker.verifier.verify(
            wallet.answer(("mdoc", [mdoc]), ("pid", [sdJWT])), AnswerMaker.expected(query), at: VerifierWorld.time)
        try #require(answer.credentials.map(\.queryID) == ["mdoc", "pid"])
        #expect(answer.token.entries.map(\.texts) == [[mdoc], [sdJWT]])
        let (document, token) = (answer.credentials[0], answer.credentials[1])
        #expect(token.format == .sdJWT && token.type == TestCards.sdJWTType && token.issuerName == "issuer")
        #expect(token.claims == ["family_name": "van der Berg"] && token.expiresAt == VerifierWorld.now + 3600)
        #expect(document.format == .mdoc && document.type == TestCards.documentType.text && document.issuerName == "document signer")
        #expect(document.claims == ["eu.europa.ec.eudi.pid.1": ["family_name": "van der Berg"]])
        #expect(document.expiresAt == VerifierWorld.now + 3600)
        for credential in answer.credentials { #expect(credential.status == nil && !credential.isStatusUnknown) }
    }

    @Test func `HappyFlow: both content encryptions are opened`() async throws {
        let wallet = AnswerMaker()
        let text = try await wallet.present(TestCards.sdJWT())
        let token = try VPToken(entries: [.init(id: "pid", texts: [text])], state: wallet.state)
        for method in ContentEncryption.allCases {
            let jwe = try CompactJWE.seal(token.encode(), to: wallet.key.publicKey, with: method)
            let expected = AnswerMaker.expected(try Self.query())
            #expect(try await AnswerMaker.verifier.verify(jwe, expected, at: VerifierWorld.time).credentials.count == 1)
        }
    }

    @Test func `InvalidCredentialSignature: an SD-JWT`() async throws {
        let wallet = AnswerMaker()
        let text = try await wallet.present(TestCards.sdJWT())
        let parts = text.split(separator: "~", maxSplits: 1)
        let issued = parts[0].split(separator: ".")
        let forged = "\(issued[0]).\(issued[1]).\(Base64URL.encode([UInt8](repeating: 1, count: 64)))~\(parts[1])"
        await AnswerMaker.expectRefusal(
            .presentation, "vp_token.pid[0]", "signature", of: try wallet.answer(("pid", [forged])), for: try Self.query())
    }

    @Test func `InvalidCredentialSignature: an mdoc`() async throws {
        let wallet = AnswerMaker()
        let card = try await TestCards.mdoc()
        var response = try Base64URL.decode(await wallet.present(card))
        let place = try #require(response.firstRange(of: card.issuerAuth.signature))
        response[place.upperBound - 1] ^= 1
        let answer = try wallet.answer(("mdoc", [Base64URL.encode(response)]))
        await AnswerMaker.expectRefusal(.presentation, "vp_token.mdoc[0]", "signature", of: answer, for: try Self.mdocQuery())
    }

    @Test func `KbJwt: another audience, another nonce and another key's signature are refused, each by its name`() async throws {
        let card = try await TestCards.sdJWT()
        var wallet = AnswerMaker()
        wallet.clientID = VerifierWorld.otherVerifier.clientID
        try await Self.expectRefusal(.keyBindingAudience, "key_binding_audience", of: wallet.present(card))
        wallet = AnswerMaker()
        // The name of the same verifier is not the identifier of the request.
        wallet.clientID = VerifierWorld.verifier.nameClientID
        try await Self.expectRefusal(.keyBindingAudience, "key_binding_audience", of: wallet.present(card))
        wallet = AnswerMaker()
        wallet.nonce += "A"
        try await Self.expectRefusal(.keyBindingNonce, "key_binding_nonce", of: wallet.present(card))
        let others = try await TestCards.sdJWT(for: P256.Signing.PrivateKey().publicKey)
        try await Self.expectRefusal(.holderProof, "key_binding_signature", of: AnswerMaker().present(others))
    }

    @Test func `SdHash: a key binding made for other disclosures is refused`() async throws {
        let wallet = AnswerMaker()
        let card = try await TestCards.sdJWT()
        let (asked, other) = (try await wallet.present(card), try await wallet.present(card, [["given_name"]]))
        let binding = try #require(other.split(separator: "~").last)
        let mixed = asked.split(separator: "~").dropLast() + [binding]
        try await Self.expectRefusal(.holderProof, "key_binding_hash", of: mixed.joined(separator: "~"))
    }

    @Test func `IatInFuture, IatInPast: from 15 minutes ago to 5 seconds ahead`() async throws {
        let card = try await TestCards.sdJWT()
        var wallet = AnswerMaker()
        for seconds in [-904, 5] as [Int64] {
            wallet.issuedAt = VerifierWorld.now + seconds
            let text = try await wallet.present(card)
            #expect(try await AnswerMaker.verify(text, for: Self.query()).queryID == "pid")
        }
        for seconds in [-905, 6] as [Int64] {
            wallet.issuedAt = VerifierWorld.now + seconds
            try await Self.expectRefusal(.keyBindingTime, "key_binding_time", of: wallet.present(card))
        }
    }

    @Test func `SessionTranscript: an mdoc for a request that differs in one value is refused`() async throws {
        let card = try await TestCards.mdoc()
        let changes: [(inout AnswerMaker) -> Void] = [
            { $0.clientID = VerifierWorld.otherVerifier.clientID }, { $0.nonce += "A" },
            { $0.responseURI = VerifierWorld.otherVerifier.responseURI }, { $0.key = VerifierWorld.otherVerifier.encryptionKey },
        ]
        for change in changes {
            var wrong = AnswerMaker()
            change(&wrong)
            let answer = try AnswerMaker().answer(("mdoc", [try await wrong.present(card)]))
            await AnswerMaker.expectRefusal(.transcript, "vp_token.mdoc[0]", "device_signature", of: answer, for: try Self.mdocQuery())
        }
    }

    @Test func `SessionTranscript: with apu the refusal names the handover of drafts`() async throws {
        var wrong = AnswerMaker()
        wrong.nonce += "A"
        let token = try VPToken(
            entries: [.init(id: "mdoc", texts: [try await wrong.present(TestCards.mdoc())])], state: wrong.state)
        let jwe = try CompactJWE.seal(
            token.encode(), to: wrong.key.publicKey, with: .a256GCM, ephemeral: P256.KeyAgreement.PrivateKey(), nonce: AES.GCM.Nonce(),
            apu: [1, 2, 3], apv: Array(wrong.nonce.utf8))
        await AnswerMaker.expectRefusal(.draftHandover, "vp_token.mdoc[0]", "device_signature", of: jwe, for: try Self.mdocQuery())
    }

    @Test func `MinimalCnfJwk: the holder's key is read by its point, with and without further members`() async throws {
        for further in [[], [("kid", "1"), ("use", "sig"), ("alg", "ES256")]] as [[(String, JSONValue)]] {
            let card = try await TestCards.sdJWT { claims in
                let key = JSONObject(JWK(TestCards.holderKey.publicKey).json.members.map { ($0.name, $0.value) } + further)
                claims.set("cnf", ["jwk": .object(key)])
            }
            let text = try await AnswerMaker().present(card)
            #expect(try await AnswerMaker.verify(text, for: Self.query()).claims == ["family_name": "van der Berg"])
        }
    }

    @Test func `RevokedCredential: the entry of the status list is returned for the look-up`() async throws {
        let card = try await TestCards.sdJWT { claims in
            claims.append("status", ["status_list": ["idx": 7, "uri": "https://issuer.example/1"]])
        }
        let text = try await AnswerMaker().present(card)
        let credential = try await AnswerMaker.verify(text, for: Self.query())
        #expect(try credential.status == StatusListReference(index: 7, uri: "https://issuer.example/1"))
        #expect(!credential.isStatusUnknown)
    }

    @Test func `WithoutStatus: without a status all is well, and a status of another kind counts as unknown`() async throws {
        let statuses: [JSONValue] = [
            ["identifier_list": ["id": "aa", "uri": "https://issuer.example/2"]], ["status_list": ["idx": -1, "uri": "https://a.example"]],
            ["status_list": ["idx": 1, "uri": "http://issuer.example"]], "valid",
        ]
        for status in statuses {
            let card = try await TestCards.sdJWT { $0.append("status", status) }
            let text = try await AnswerMaker().present(card)
            let credential = try await AnswerMaker.verify(text, for: Self.query())
            #expect(credential.status == nil && credential.isStatusUnknown)
        }
        let text = try await AnswerMaker().present(TestCards.sdJWT())
        #expect(try await AnswerMaker.verify(text, for: Self.query()).isStatusUnknown == false)
    }

    private static func expectRefusal(
        _ reason: AnswerRefusal.Reason, _ detail: String, of text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        await AnswerMaker.expectRefusal(
            reason, "vp_token.pid[0]", detail, of: try AnswerMaker().answer(("pid", [text])), for: try query(),
            sourceLocation: sourceLocation)
    }
}
