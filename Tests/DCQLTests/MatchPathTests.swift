// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON
import SDJWT
import Testing

/// The claims that a path and its values find in one card (OpenID4VP 1.0 §6.3 and §7).
struct MatchPathTests {
    @Test(
        arguments: [
            ["family_name"], ["address"], ["address", "locality"], ["nationalities", 1], ["nationalities", nil], ["degrees", nil, "type"],
            ["degrees", 2, "year"], ["degrees", nil, "year"], ["mixed", nil], ["mixed", 0, "type"], ["title"], ["empty"],
        ] as [JSONValue])
    func `a path that leads to a value is disclosed as it was asked`(path: JSONValue) throws {
        #expect(try MatchSample.find(path) == .success([path]))
    }

    @Test(
        arguments: [
            ["given_name"], ["Family_name"], ["address", "country"], ["address", 0], ["address", nil], ["nationalities", 2],
            ["nationalities", "NL"], ["family_name", "x"], ["family_name", 0], ["empty", nil], ["empty", 0], [nil], [0], ["title", "x"],
            ["degrees", nil, "country"], ["degrees", nil, nil], ["recovery_code"],
        ] as [JSONValue])
    func `a path that leads to nothing, or to a withheld claim, is a missing claim`(path: JSONValue) throws {
        #expect(try MatchSample.find(path) == .failure(.init(cause: .claim)))
    }

    @Test func `one selected value of another kind ends the whole path`() throws {
        #expect(try MatchSample.find(["mixed", nil, "type"]) == .failure(.init(cause: .claim)))
        #expect(try MatchSample.find(["degrees", nil, 0]) == .failure(.init(cause: .claim)))
    }

    @Test(
        arguments: [
            (["family_name"], ["Doe"]), (["family_name"], ["Roe", "Doe"]), (["age"], [42]), (["over_18"], [true]),
            (["address", "locality"], ["Den Haag"]),
        ] as [(JSONValue, [JSONValue])])
    func `a claim with one of the values matches`(path: JSONValue, values: [JSONValue]) throws {
        #expect(try MatchSample.find(path, values: values) == .success([path]))
    }

    @Test(
        arguments: [
            (["family_name"], ["doe"]), (["family_name"], ["Doe "]), (["age"], ["42"]), (["age"], [true]), (["over_18"], [1]),
            (["over_18"], ["true"]), (["height"], [1]), (["title"], ["null"]), (["address"], ["Den Haag"]), (["nationalities"], ["NL"]),
            (["nationalities", nil], ["FR"]),
        ] as [(JSONValue, [JSONValue])])
    func `a claim with another value or another kind of value is a miss`(path: JSONValue, values: [JSONValue]) throws {
        #expect(try MatchSample.find(path, values: values) == .failure(.init(cause: .value)))
    }

    @Test func `only the elements that match are disclosed`() throws {
        #expect(try MatchSample.find(["nationalities", nil], values: ["BE", "FR"]) == .success([["nationalities", 1]]))
        #expect(
            try MatchSample.find(["degrees", nil, "type"], values: ["Master", "Bachelor"])
                == .success([["degrees", 0, "type"], ["degrees", 1, "type"]]))
        #expect(try MatchSample.find(["degrees", nil, "year"], values: [2009]) == .success([["degrees", 2, "year"]]))
    }

    @Test func `names and values are compared code point by code point`() throws {
        let card = MatchSample.card("k", ["t\u{E9}"], ["\u{E9}": "\u{E9}"])
        func candidates(_ type: String, _ name: String, _ value: String) throws -> Int {
            let claim: JSONValue = ["path": [.string(name)], "values": [.string(value)]]
            return try MatchSample.match([MatchSample.query(types: [type], claims: [claim])], in: [card]).queries[0].candidates.count
        }
        #expect(try candidates("t\u{E9}", "\u{E9}", "\u{E9}") == 1)
        #expect(try candidates("te\u{301}", "\u{E9}", "\u{E9}") == 0)
        #expect(try candidates("t\u{E9}", "e\u{301}", "\u{E9}") == 0)
        #expect(try candidates("t\u{E9}", "\u{E9}", "e\u{301}") == 0)
    }

    @Test func `an mdoc's element is found by name space and element, unless it is withheld`() throws {
        func found(_ space: String, _ element: String, _ values: [JSONValue]? = nil) throws -> QueryMatch {
            let claim = MatchSample.claim([.string(space), .string(element)], values: values)
            return try MatchSample.match([MatchSample.mdocQuery(claims: [claim])], in: [MatchSample.licence]).queries[0]
        }
        let space = "org.iso.18013.5.1"
        #expect(try found(space, "family_name").candidates.map(\.paths) == [[["org.iso.18013.5.1", "family_name"]]])
        #expect(try found(space, "portrait").candidates.count == 1)
        #expect(try found(space, "birth_date", ["1990-02-28"]).candidates.count == 1)
        #expect(try found(space, "birth_date", ["1990-02-27"]).misses.map(\.cause) == [.value])
        #expect(try found(space, "portrait", ["null"]).misses.map(\.cause) == [.value])
        #expect(try found(space, "given_name").misses.map(\.cause) == [.claim])
        #expect(try found("org.iso.18013.5.2", "family_name").misses.map(\.cause) == [.claim])
        #expect(try found(space, "recovery_code").misses.map(\.cause) == [.claim])
    }
}
