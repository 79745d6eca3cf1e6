// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON
import Testing

/// Which credentials answer a query together (OpenID4VP 1.0 §6.4.2).
struct MatchChoiceTests {
    /// Cards of the types a to e, of type a an old and a new one.
    private static let cards =
        ["a", "b", "c", "d", "e"].map { MatchSample.card("card " + $0, [$0], [:]) } + [MatchSample.card("new a", ["a"], [:])]

    /// Queries named a to e, each of the type of its name; a takes several cards.
    private static func match(_ sets: [JSONValue]?, without missing: Set<String> = []) throws -> DCQLMatch {
        let queries = ["a", "b", "c", "d", "e"].map { MatchSample.query($0, types: [$0], more: $0 == "a" ? [("multiple", true)] : []) }
        return try MatchSample.match(queries, sets: sets, in: cards.filter { !missing.contains($0.reference) })
    }

    private static func set(_ options: JSONValue, isRequired: Bool = true) -> JSONValue {
        ["options": options, "required": .bool(isRequired)]
    }

    private static func choice(_ answers: [String]) -> DCQLChoice {
        DCQLChoice(Dictionary(uniqueKeysWithValues: answers.map { ($0, ["card " + $0]) }))
    }

    private static let two = [set([["a", "b"], ["c"]]), set([["d"]]), set([["e"]], isRequired: false)]

    @Test func `without sets all queries are answered`() throws {
        let match = try Self.match(nil)
        #expect(match.isSatisfied { _ in true })
        #expect(!match.isSatisfied { $0 != "card e" })
        #expect(match.isSatisfied { $0 != "card a" } && !match.isSatisfied { $0 != "card a" && $0 != "new a" })
        #expect(match.accepts(Self.choice(["a", "b", "c", "d", "e"])))
        #expect(!match.accepts(Self.choice(["a", "b", "c", "d"])))
        #expect(try !Self.match(nil, without: ["card c"]).isSatisfied { _ in true })
    }

    @Test func `the standard choice takes the first option of each required set and the newest usable card`() throws {
        let match = try Self.match(Self.two)
        let newest = DCQLChoice(["a": ["new a"], "b": ["card b"], "d": ["card d"]])
        #expect(match.standardChoice(usable: { _ in true }, newestFirst: ["new a", "card a"]) == newest)
        #expect(match.standardChoice(usable: { $0 != "new a" }, newestFirst: ["new a", "card a"]) == Self.choice(["a", "b", "d"]))
        #expect(match.standardChoice(usable: { _ in true }, newestFirst: []) == Self.choice(["a", "b", "d"]))
        #expect(match.standardChoice(usable: { $0 != "card b" }, newestFirst: ["new a"]) == Self.choice(["c", "d"]))
    }

    @Test func `there is no choice without a card for a required set`() throws {
        let match = try Self.match(Self.two)
        #expect(match.standardChoice(usable: { $0 != "card d" }, newestFirst: []) == nil)
        #expect(match.standardChoice(usable: { !["card b", "card c"].contains($0) }, newestFirst: []) == nil)
        #expect(try Self.match(Self.two, without: ["card d"]).standardChoice(usable: { _ in true }, newestFirst: []) == nil)
        #expect(!match.isSatisfied { $0 != "card d" })
        #expect(match.isSatisfied { $0 != "card e" })
    }

    @Test func `of optional sets alone the first that can be met is offered`() throws {
        let match = try Self.match([Self.set([["a"]], isRequired: false), Self.set([["b", "c"], ["d"]], isRequired: false)])
        #expect(match.standardChoice(usable: { _ in true }, newestFirst: []) == Self.choice(["a"]))
        #expect(match.standardChoice(usable: { !["card a", "new a", "card c"].contains($0) }, newestFirst: []) == Self.choice(["d"]))
        #expect(!match.isSatisfied { ["card b", "card e"].contains($0) })
        #expect(match.accepts(Self.choice(["b", "c"])) && match.accepts(Self.choice(["a", "d"])))
        #expect(!match.accepts(DCQLChoice([:])))
    }

    @Test(arguments: [["a", "b", "d"], ["c", "d"], ["c", "d", "e"], ["a", "b", "d", "e"]])
    func `one option of each required set, with or without optional sets, is accepted`(answers: [String]) throws {
        #expect(try Self.match(Self.two).accepts(Self.choice(answers)))
    }

    @Test(arguments: [[], ["a", "d"], ["c"], ["d"], ["d", "e"], ["a", "b", "c", "d"], ["a", "c", "d"], ["c", "d", "x"]])
    func `half an option, two options, no required option or an unknown query is not accepted`(answers: [String]) throws {
        #expect(try !Self.match(Self.two).accepts(Self.choice(answers)))
    }

    @Test func `a query in no set is not answered`() throws {
        let match = try Self.match([Self.set([["a"]])])
        #expect(match.accepts(Self.choice(["a"])) && !match.accepts(Self.choice(["a", "b"])))
        #expect(match.standardChoice(usable: { _ in true }, newestFirst: []) == Self.choice(["a"]))
    }

    @Test func `a query that two sets share answers both`() throws {
        let match = try Self.match([Self.set([["a"], ["b"]]), Self.set([["a", "c"], ["d"]])])
        for answers in [["a", "c"], ["a", "d"], ["b", "d"], ["a", "b", "c"]] { #expect(match.accepts(Self.choice(answers)), "\(answers)") }
        for answers in [["b", "c"], ["a"], ["d"], ["a", "b", "d"], ["a", "c", "d"]] {
            #expect(!match.accepts(Self.choice(answers)), "\(answers)")
        }
    }

    @Test func `a query is answered with candidates, one unless several are wanted`() throws {
        let match = try Self.match([Self.set([["a", "b"]])])
        func accepts(_ a: [String], _ b: [String]) -> Bool { match.accepts(DCQLChoice(["a": a, "b": b])) }
        #expect(accepts(["card a"], ["card b"]) && accepts(["card a", "new a"], ["card b"]))
        #expect(!accepts(["card a", "card a"], ["card b"]))
        #expect(!accepts([], ["card b"]) && !accepts(["card a"], []))
        #expect(!accepts(["card b"], ["card b"]) && !accepts(["card a"], ["card x"]))
        let single = try MatchSample.match([MatchSample.query()], in: [MatchSample.pid, MatchSample.card("b", ["urn:eudi:pid:1"], [:])])
        #expect(single.accepts(DCQLChoice(["a": ["b"]])) && !single.accepts(DCQLChoice(["a": ["pid", "b"]])))
    }

    @Test func `an id that only Unicode holds for the query's is not accepted`() throws {
        let match = try MatchSample.match([MatchSample.query("K")])
        #expect(match.accepts(DCQLChoice(["K": ["pid"]])))
        #expect(!match.accepts(DCQLChoice(["\u{212A}": ["pid"]])))
    }
}
