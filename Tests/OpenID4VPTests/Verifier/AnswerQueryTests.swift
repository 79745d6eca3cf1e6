// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DCQL
import JOSE
import JSON
import MDoc
import OpenID4VP
import OpenID4VPVerifier
import SDJWT
import Testing
import VerifierWorld
import X509

/// Answers compared with the query: which queries are answered, by which credentials, with which claims.
struct AnswerQueryTests {
    // MARK: Queries and sets

    @Test func `a query that is not asked, several presentations for one, and a query left out are refused`() async throws {
        let wallet = AnswerMaker()
        let text = try await wallet.present(TestCards.sdJWT())
        let query = try AnswerMaker.query(AnswerMaker.sdJWT(), AnswerMaker.sdJWT("other"))
        await AnswerMaker.expectRefusal(.unknownQuery, "vp_token", of: try wallet.answer(("PID", [text])), for: query)
        await AnswerMaker.expectRefusal(.tooMany, "vp_token.pid", of: try wallet.answer(("pid", [text, text])), for: query)
        await AnswerMaker.expectRefusal(.missingRequired, "vp_token.other", of: try wallet.answer(("pid", [text])), for: query)
        await AnswerMaker.expectRefusal(.missingRequired, "vp_token.pid", of: try wallet.answer(("other", [text])), for: query)
    }

    @Test func `with multiple, several credentials answer one query, and each is verified`() async throws {
        let wallet = AnswerMaker()
        let query = try AnswerMaker.query(AnswerMaker.sdJWT("pid", #","multiple":true"#))
        let texts = [try await wallet.present(TestCards.sdJWT()), try await wallet.present(TestCards.sdJWT())]
        let answer = try await AnswerMaker.verifier.verify(
            wallet.answer(("pid", texts)), AnswerMaker.expected(query), at: VerifierWorld.time)
        #expect(answer.credentials.map(\.queryID) == ["pid", "pid"])
        let unasked = try await wallet.present(TestCards.sdJWT(), [["family_name"], ["given_name"]])
        let second = try wallet.answer(("pid", [texts[0], unasked]))
        await AnswerMaker.expectRefusal(.claimUnasked, "vp_token.pid[1]", of: second, for: query)
    }

    @Test func `with multiple, one credential does not count as two, whatever else it discloses`() async throws {
        let wallet = AnswerMaker()
        let claims = #"[{"id":"a","path":["family_name"]},{"id":"b","path":["given_name"]}]"#
        let query = try AnswerMaker.query(AnswerMaker.sdJWT("pid", claims: claims, #","multiple":true,"claim_sets":[["a"],["b"]]"#))
        let card = try await TestCards.sdJWT()
        let texts = [try await wallet.present(card), try await wallet.present(card, [["given_name"]])]
        for text in texts {
            let answer = try wallet.answer(("pid", [texts[0], text]))
            await AnswerMaker.expectRefusal(.tooMany, "vp_token.pid[1]", of: answer, for: query)
        }
        let mdocs = try AnswerMaker.query(String(AnswerMaker.mdoc().dropLast()) + #","multiple":true}"#)
        let document = try await TestCards.mdoc()
        let (one, same) = (try await wallet.present(document), try await wallet.present(document))
        let other = try await wallet.present(TestCards.mdoc())
        await AnswerMaker.expectRefusal(.tooMany, "vp_token.mdoc[1]", of: try wallet.answer(("mdoc", [one, same])), for: mdocs)
        let expected = AnswerMaker.expected(mdocs)
        let answer = try await AnswerMaker.verifier.verify(wallet.answer(("mdoc", [one, other])), expected, at: VerifierWorld.time)
        #expect(answer.credentials.count == 2)
    }

    @Test func `sets: each required one by one option, and nothing beside`() async throws {
        let wallet = AnswerMaker()
        let text = try await wallet.present(TestCards.sdJWT())
        let query = try AnswerMaker.query(
            AnswerMaker.sdJWT("a"), AnswerMaker.sdJWT("b"), AnswerMaker.sdJWT("c"), AnswerMaker.sdJWT("d"), AnswerMaker.sdJWT("e"),
            sets: #"[{"options":[["a"],["b","c"]]},{"options":[["d"]],"required":false}]"#)
        for ids in [["a"], ["b", "c"], ["a", "d"], ["d", "c", "b"]] {
            let token = try VPToken(entries: ids.map { VPToken.Entry(id: $0, texts: [text]) }, state: wallet.state)
            let answer = try await AnswerMaker.verifier.verify(token, AnswerMaker.expected(query), at: VerifierWorld.time)
            #expect(answer.credentials.map(\.queryID) == ids)
        }
        let refused: [(ids: [String], refusal: AnswerRefusal)] = [
            (["d"], AnswerRefusal(.missingRequired, member: "credential_sets[0]")),
            (["b"], AnswerRefusal(.missingRequired, member: "credential_sets[0]")),
            (["a", "e"], AnswerRefusal(.unwantedSet, member: "vp_token")), (["a", "b"], AnswerRefusal(.unwantedSet, member: "vp_token")),
            (["a", "b", "c"], AnswerRefusal(.unwantedSet, member: "vp_token")),
        ]
        for (ids, refusal) in refused {
            let token = try VPToken(entries: ids.map { VPToken.Entry(id: $0, texts: [text]) }, state: wallet.state)
            let error = await #expect(throws: AnswerRefusal.self, "\(ids)") {
                try await AnswerMaker.verifier.verify(token, AnswerMaker.expected(query), at: VerifierWorld.time)
            }
            #expect(error == refusal, "\(ids)")
        }
    }

    // MARK: Type and authority

    @Test func `a type is its own or one that it extends, as the verifier knows it`() async throws {
        let text = try await AnswerMaker().present(TestCards.sdJWT())
        let query = try AnswerMaker.query(AnswerMaker.sdJWT("pid", type: "urn:eudi:pid:1"))
        let credential = try await AnswerMaker.verify(text, for: query, types: [TestCards.sdJWTType: ["urn:eudi:pid:1"]])
        #expect(credential.type == TestCards.sdJWTType)
        try await Self.expectRefusal(.type, of: text, for: query)
        let mdoc = try await AnswerMaker().present(TestCards.mdoc())
        let other = try AnswerMaker.query(AnswerMaker.mdoc("pid", type: "org.iso.18013.5.1.mDL"))
        try await Self.expectRefusal(.type, of: mdoc, for: other)
    }

    @Test func `a type that only Unicode takes for another extends nothing`() async throws {
        let (composed, decomposed) = ("urn:caf\u{E9}", "urn:cafe\u{301}")
        let query = try AnswerMaker.query(AnswerMaker.sdJWT("pid", type: "urn:eudi:pid:1"))
        for (type, isAccepted) in [(composed, true), (decomposed, false)] {
            let text = try await AnswerMaker().present(TestCards.sdJWT { $0.set("vct", .string(type)) })
            let types = [composed: ["urn:eudi:pid:1"]]
            if isAccepted {
                #expect(try await AnswerMaker.verify(text, for: query, types: types).queryID == "pid")
            } else {
                let error = await #expect(throws: AnswerRefusal.self) { try await AnswerMaker.verify(text, for: query, types: types) }
                #expect(error == AnswerRefusal(.type, member: "vp_token.pid[0]"))
            }
        }
    }

    @Test func `an authority is the one that certified the issuer`() async throws {
        func query(_ root: TestSigner) throws -> DCQLQuery {
            let key = SubjectKeyIdentifier(hash: root.certificate.publicKey).keyIdentifier
            return try AnswerMaker.query(
                AnswerMaker.sdJWT("pid", #","trusted_authorities":[{"type":"aki","values":["\#(Base64URL.encode(Array(key)))"]}]"#))
        }
        let text = try await AnswerMaker().present(TestCards.sdJWT())
        let credential = try await AnswerMaker.verify(text, for: query(VerifierWorld.issuerRoot))
        let key = SubjectKeyIdentifier(hash: VerifierWorld.issuerRoot.certificate.publicKey).keyIdentifier
        #expect(credential.authorityKeys == [Array(key)])
        try await Self.expectRefusal(.authority, of: text, for: query(VerifierWorld.accessRoot))
    }

    // MARK: Claims

    struct Claims: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// `claims`, with `claim_sets` behind it where the row has one; nil for a query without claims.
        let asked: String?
        var sets = ""
        let disclosed: [ClaimPath]
        var refusal: AnswerRefusal.Reason?
    }

    static let rows: [Claims] = [
        Claims(testDescription: "no claims", asked: nil, disclosed: []),
        Claims(testDescription: "a claim for no claims", asked: nil, disclosed: [["family_name"]], refusal: .claimUnasked),
        Claims(testDescription: "none", asked: #"[{"path":["family_name"]}]"#, disclosed: [], refusal: .claimMissing),
        Claims(testDescription: "another", asked: #"[{"path":["family_name"]}]"#, disclosed: [["given_name"]], refusal: .claimMissing),
        Claims(testDescription: "an inner claim", asked: #"[{"path":["address","locality"]}]"#, disclosed: [["address", "locality"]]),
        Claims(
            testDescription: "its sibling", asked: #"[{"path":["address","locality"]}]"#,
            disclosed: [["address", "locality"], ["address", "country"]], refusal: .claimUnasked),
        Claims(testDescription: "an object", asked: #"[{"path":["address"]}]"#, disclosed: [["address"]]),
        Claims(testDescription: "a value", asked: #"[{"path":["age_over_18"],"values":[true]}]"#, disclosed: [["age_over_18"]]),
        Claims(
            testDescription: "another value", asked: #"[{"path":["age_over_18"],"values":[false]}]"#, disclosed: [["age_over_18"]],
            refusal: .claimMissing),
        Claims(testDescription: "the first element", asked: #"[{"path":["nationalities",0]}]"#, disclosed: [["nationalities", 0]]),
        // The second is the only one that the verifier sees.
        Claims(testDescription: "the second element", asked: #"[{"path":["nationalities",1]}]"#, disclosed: [["nationalities", 1]]),
        Claims(testDescription: "every element", asked: #"[{"path":["nationalities",null]}]"#, disclosed: [["nationalities", nil]]),
        Claims(
            testDescription: "one element by value", asked: #"[{"path":["nationalities",null],"values":["BE"]}]"#,
            disclosed: [["nationalities", 1]]),
        Claims(
            testDescription: "an element beside the value", asked: #"[{"path":["nationalities",null],"values":["BE"]}]"#,
            disclosed: [["nationalities", nil]], refusal: .claimUnasked),
        Claims(
            testDescription: "one of two elements", asked: Self.elements(0, 1), disclosed: [["nationalities", 0]], refusal: .claimMissing),
        Claims(
            testDescription: "one of two further elements", asked: Self.elements(3, 4), disclosed: [["nationalities", 0]],
            refusal: .claimMissing),
        Claims(testDescription: "two further elements in their order", asked: Self.elements(3, 4), disclosed: [["nationalities", nil]]),
        Claims(
            testDescription: "two elements in the other order", asked: Self.elements(4, 3), disclosed: [["nationalities", nil]],
            refusal: .claimMissing),
        Claims(
            testDescription: "two elements for one", asked: #"[{"path":["nationalities",5]}]"#, disclosed: [["nationalities", nil]],
            refusal: .claimUnasked),
        Claims(testDescription: "no element", asked: #"[{"path":["nationalities",0]}]"#, disclosed: [], refusal: .claimMissing),
        Claims(testDescription: "the second set", asked: Self.choice, sets: Self.choices, disclosed: [["birthdate"]]),
        Claims(
            testDescription: "both sets", asked: Self.choice, sets: Self.choices, disclosed: [["age_over_18"], ["birthdate"]],
            refusal: .claimUnasked),
        Claims(testDescription: "no set", asked: Self.choice, sets: Self.choices, disclosed: [], refusal: .claimMissing),
    ]

    /// Claims for the elements NL and BE at these indexes.
    private static func elements(_ dutch: Int, _ belgian: Int) -> String {
        #"[{"path":["nationalities",\#(dutch)],"values":["NL"]},{"path":["nationalities",\#(belgian)],"values":["BE"]}]"#
    }

    private static let choice = #"[{"id":"age","path":["age_over_18"]},{"id":"date","path":["birthdate"]}]"#
    private static let choices = #","claim_sets":[["age"],["date"]]"#

    @Test(arguments: rows)
    func `what is disclosed is what was asked`(_ row: Claims) async throws {
        let text = try await AnswerMaker().present(TestCards.sdJWT(), row.disclosed)
        let query = try AnswerMaker.query(AnswerMaker.sdJWT(claims: row.asked, row.sets))
        if let refusal = row.refusal {
            try await Self.expectRefusal(refusal, of: text, for: query)
        } else {
            #expect(try await AnswerMaker.verify(text, for: query).queryID == "pid")
        }
    }

    @Test func `an index into an array of which nothing can be withheld leads to that element alone`() async throws {
        let claims: JSONObject = [
            "iss": "https://issuer.example", "vct": .string(TestCards.sdJWTType), "exp": .integer(VerifierWorld.now + 3600),
            "cnf": ["jwk": .object(JWK(TestCards.holderKey.publicKey).json)],
            "degrees": [["name": "BSc", "grades": ["A", "B"]], ["name": "MSc", "grades": ["C", "D"]]],
        ]
        let unsigned = try UnsignedSDJWT(
            claims: claims,
            disclosable: [
                ["degrees", 0, "name"], ["degrees", 1, "name"], ["degrees", 1, "grades", 0], ["degrees", 1, "grades", 1],
            ],
            random: VerifierWorld.random)
        let card = try await unsigned.signed(certificates: VerifierWorld.issuer.chain) { try VerifierWorld.issuer.sign($0) }
        let name = try AnswerMaker.query(AnswerMaker.sdJWT(claims: #"[{"path":["degrees",1,"name"]}]"#))
        #expect(try await AnswerMaker.verify(AnswerMaker().present(card, [["degrees", 1, "name"]]), for: name).queryID == "pid")
        try await Self.expectRefusal(.claimMissing, of: AnswerMaker().present(card, [["degrees", 0, "name"]]), for: name)
        let both = try await AnswerMaker().present(card, [["degrees", nil, "name"]])
        try await Self.expectRefusal(.claimUnasked, of: both, for: name)
        // The grades have lost their places; the degree has not.
        let grade = try AnswerMaker.query(AnswerMaker.sdJWT(claims: #"[{"path":["degrees",1,"grades",1],"values":["D"]}]"#))
        let text = try await AnswerMaker().present(card, [["degrees", 1, "grades", 1]])
        #expect(try await AnswerMaker.verify(text, for: grade).queryID == "pid")
    }

    @Test func `registered claims reach the party only if it asked for them`() async throws {
        let text = try await AnswerMaker().present(TestCards.sdJWT(), [])
        let all = try await AnswerMaker.verify(text, for: AnswerMaker.query(AnswerMaker.sdJWT(claims: nil)))
        #expect(all.claims.isEmpty)
        let asked = try await AnswerMaker.verify(text, for: AnswerMaker.query(AnswerMaker.sdJWT(claims: #"[{"path":["iss"]}]"#)))
        #expect(asked.claims == ["iss": "https://issuer.example"])
    }

    @Test func `an mdoc's elements are those that were asked`() async throws {
        let wallet = AnswerMaker()
        let card = try await TestCards.mdoc()
        let query = try AnswerMaker.query(AnswerMaker.mdoc("pid", element: "birth_date"))
        let credential = try await AnswerMaker.verify(wallet.present(card, ["birth_date"]), for: query)
        #expect(credential.claims == [TestCards.nameSpace.text: ["birth_date": "1990-01-02"]])
        try await Self.expectRefusal(.claimMissing, of: wallet.present(card, ["family_name"]), for: query)
        try await Self.expectRefusal(.claimMissing, of: wallet.present(card, []), for: query)
        try await Self.expectRefusal(.claimUnasked, of: wallet.present(card, ["birth_date", "family_name"]), for: query)
    }

    @Test func `without holder binding a key binding may be absent, and a wrong one is refused all the same`() async throws {
        let query = try AnswerMaker.query(AnswerMaker.sdJWT("pid", #","require_cryptographic_holder_binding":false"#))
        let card = try await TestCards.sdJWT()
        let texts = [try card.disclosing([["family_name"]]).serialized, try await AnswerMaker().present(card)]
        for text in texts { #expect(try await AnswerMaker.verify(text, for: query).queryID == "pid") }
        var wrong = AnswerMaker()
        wrong.nonce += "A"
        try await Self.expectRefusal(.keyBindingNonce, "key_binding_nonce", of: wrong.present(card), for: query)
    }

    private static func expectRefusal(
        _ reason: AnswerRefusal.Reason, _ detail: String? = nil, of text: String, for query: DCQLQuery,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        await AnswerMaker.expectRefusal(
            reason, "vp_token.pid[0]", detail, of: try AnswerMaker().answer(("pid", [text])), for: query, sourceLocation: sourceLocation)
    }
}
