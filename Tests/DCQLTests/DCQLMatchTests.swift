// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON
import SDJWT
import Testing

/// Which cards answer one credential query, and why others do not.
struct DCQLMatchTests {
    /// A value of a parameter of the query, and the cause of a miss that it brings.
    private struct Choice {
        let name: String
        let members: [(String, JSONValue)]
        let cause: Miss.Cause?

        init(_ name: String, _ members: [(String, JSONValue)], _ cause: Miss.Cause?) {
            self.name = name
            self.members = members
            self.cause = cause
        }
    }

    private static func authority(_ type: String, _ value: String) -> [(String, JSONValue)] {
        [("trusted_authorities", [["type": .string(type), "values": [.string(value)]]])]
    }

    /// Parameters in the order in which they are checked; `AQID` is the key of the PID's authority.
    private static let parameters: [[Choice]] = [
        [
            Choice("the own type", [("format", "dc+sd-jwt"), ("meta", ["vct_values": ["urn:eudi:pid:nl:1"]])], nil),
            Choice("a parent type", [("format", "dc+sd-jwt"), ("meta", ["vct_values": ["urn:other", "urn:eudi:pid:1"]])], nil),
            Choice("any type", [("format", "dc+sd-jwt"), ("meta", [:])], nil),
            Choice("another type", [("format", "dc+sd-jwt"), ("meta", ["vct_values": ["urn:eudi:pid:de:1"]])], .type),
            Choice("an unknown format", [("format", "jwt_vc_json"), ("meta", [:])], .format),
        ],
        [
            Choice("any authority", [], nil),
            Choice("its authority", authority("aki", "AQID"), nil),
            Choice("another authority", authority("aki", "AQIE"), .authority),
            Choice("an authority of unknown type", authority("etsi_tl", "https://lotl.example.com"), .authority),
        ],
        [
            Choice("no claims", [], nil),
            Choice("a claim", [("claims", [["path": ["family_name"]]])], nil),
            Choice("every element", [("claims", [["path": ["nationalities", nil]]])], nil),
            Choice("a value", [("claims", [["path": ["nationalities", nil], "values": ["BE"]], ["path": ["age"]]])], nil),
            Choice("an absent claim", [("claims", [["path": ["family_name"]], ["path": ["given_name"]]])], .claim),
            Choice("another value", [("claims", [["path": ["age"], "values": [41]], ["path": ["family_name"]]])], .value),
            Choice("an absent claim and another value", [("claims", [["path": ["age"], "values": [41]], ["path": ["x"]]])], .claim),
        ],
        [
            Choice("one", [], nil),
            Choice("several", [("multiple", true)], nil),
            Choice("without holder binding", [("require_cryptographic_holder_binding", false)], nil),
        ],
    ]

    @Test func `each combination of parameters finds the card, or misses it for the first parameter that it fails`() throws {
        var combinations: [[Choice]] = [[]]
        for choices in Self.parameters { combinations = combinations.flatMap { start in choices.map { start + [$0] } } }
        #expect(combinations.count == 420)
        for combination in combinations {
            let name = combination.map(\.name).joined(separator: ", ")
            let id: [(String, JSONValue)] = [("id", "a")]
            let query = JSONObject(id + combination.flatMap(\.members))
            let found = try MatchSample.match([.object(query)]).queries[0]
            let cause = combination.lazy.compactMap(\.cause).first
            #expect(found.candidates.map(\.reference) == (cause == nil ? ["pid"] : []), "\(name)")
            #expect(found.misses.map(\.cause) == (cause.map { [$0] } ?? []), "\(name)")
        }
    }

    @Test func `a query finds only cards of its format, in their order`() throws {
        let second = MatchSample.card("second", ["urn:eudi:pid:1"], ["family_name": "Roe"])
        let sameType = MatchSample.card("mdoc", ["urn:eudi:pid:1"], [:], format: .mdoc)
        let found = try MatchSample.match(
            [MatchSample.query("a"), MatchSample.query("b", types: ["urn:eudi:pid:nl:1"])],
            in: [second, MatchSample.licence, sameType, MatchSample.pid]
        ).queries
        #expect(found.map(\.id) == ["a", "b"])
        #expect(found[0].candidates.map(\.reference) == ["second", "pid"])
        #expect(found[0].misses == [Miss(reference: "licence", cause: .format), Miss(reference: "mdoc", cause: .format)])
        #expect(found[1].candidates.map(\.reference) == ["pid"])
        #expect(found[1].misses.map(\.cause) == [.type, .format, .format])
    }

    @Test func `any of several authorities is enough`() throws {
        let authorities: JSONValue = [
            ["type": "openid_federation", "values": ["https://anchor.example"]], ["type": "aki", "values": ["AAAA", "AQID"]],
        ]
        let query = MatchSample.query(more: [("trusted_authorities", authorities)])
        #expect(try MatchSample.match([query]).queries[0].candidates.count == 1)
        let without = MatchSample.card("b", ["urn:eudi:pid:1"], [:])
        #expect(try MatchSample.match([query], in: [without]).queries[0].misses.map(\.cause) == [.authority])
    }

    @Test func `a query without claims discloses nothing`() throws {
        #expect(try MatchSample.match([MatchSample.query()]).queries[0].candidates == [Candidate(reference: "pid", paths: [])])
    }

    @Test func `a path is disclosed once`() throws {
        let claims: [JSONValue] = [["path": ["nationalities", nil], "values": ["BE"]], ["path": ["nationalities", 1]]]
        let found = try MatchSample.match([MatchSample.query(claims: claims)]).queries[0]
        #expect(found.candidates.map(\.paths) == [[["nationalities", 1]]])
    }

    @Test func `the first set of claims that the card fulfils is disclosed, and nothing of the others`() throws {
        let claims: [JSONValue] = [
            ["id": "a", "path": ["given_name"]], ["id": "b", "path": ["family_name"]], ["id": "c", "path": ["age"], "values": [41]],
            ["id": "d", "path": ["address", "locality"]], ["id": "e", "path": ["over_18"]],
        ]
        func found(_ sets: JSONValue) throws -> QueryMatch {
            try MatchSample.match([MatchSample.query(claims: claims, more: [("claim_sets", sets)])]).queries[0]
        }
        #expect(
            try found([["a", "b"], ["b", "c"], ["e", "d"], ["b"]]).candidates.map(\.paths) == [[["over_18"], ["address", "locality"]]])
        #expect(try found([["b"], ["e", "d"]]).candidates.map(\.paths) == [[["family_name"]]])
        #expect(try found([["a", "b"], ["b", "a", "c"]]).misses.map(\.cause) == [.claim])
        #expect(try found([["a", "b"], ["b", "c"]]).misses.map(\.cause) == [.value])
    }
}
