// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON
import Testing

/// The work of a match, in counted steps.
struct DCQLWorkTests {
    /// A card of type t with 100 numbers, an object, and an array of objects.
    private static func card(_ name: String, elements: Int = 10) -> QueriedCredential {
        let list = (0..<elements).map { number -> JSONValue in ["number": .integer(Int64(number))] }
        var claims: JSONObject = ["address": ["locality": "Den Haag"], "list": .array(list)]
        for number in 0..<100 { claims.set("claim\(number)", .integer(Int64(number))) }
        return MatchSample.card(name, ["t"], claims)
    }

    private static func cards(_ count: Int) -> [QueriedCredential] {
        let claims = card("one").claims
        return (0..<count).map { MatchSample.card("card \($0)", ["t"], claims) }
    }

    /// The objects, arrays and scalars in a card.
    private static func nodes(_ value: JSONValue) -> Int {
        switch value {
        case .array(let values): values.reduce(1) { $0 + nodes($1) }
        case .object(let object): object.members.reduce(1) { $0 + nodes($1.value) }
        default: 1
        }
    }

    private static func steps(_ claims: [JSONValue], in cards: [QueriedCredential], more: [(String, JSONValue)] = []) throws -> Int {
        try MatchSample.match([MatchSample.query(types: ["t"], claims: claims, more: more)], in: cards).steps
    }

    @Test(
        arguments: [
            ["claim7"], ["address", "locality"], ["list", nil], ["list", nil, "number"], ["list", 3, "number"], ["list", nil, "x"], ["x"],
        ] as [JSONValue])
    func `a path visits each value of a card at most once`(path: JSONValue) throws {
        let card = Self.card("a", elements: 1000)
        #expect(try Self.steps([MatchSample.claim(path)], in: [card]) <= 2 * Self.nodes(.object(card.claims)))
    }

    @Test(arguments: [10, 100, 1000])
    func `the work grows linearly with the cards`(count: Int) throws {
        let claims: [JSONValue] = [["path": ["claim1"]], ["path": ["list", nil, "number"], "values": [5, 6]], ["path": ["absent"]]]
        let one = try Self.steps(claims, in: [Self.card("one")])
        let many = try Self.steps(claims, in: Self.cards(count))
        #expect(many > count && many <= count * one)
    }

    @Test func `cards of another type or format cost one step for each query`() throws {
        let other = (0..<1000).map { MatchSample.card("card \($0)", ["u"], ["claim1": 1], format: $0.isMultiple(of: 2) ? .mdoc : .sdJWT) }
        let claims: [JSONValue] = [["path": ["claim1"]]]
        let alone = try Self.steps(claims, in: [Self.card("a")])
        // A step for the type in the index, and one for the query.
        #expect(try Self.steps(claims, in: other + [Self.card("a")]) == alone + 2 * other.count)
    }

    @Test func `a type that the query repeats finds the cards once`() throws {
        func steps(_ types: Int) throws -> Int {
            let query = MatchSample.query(types: Array(repeating: "t", count: types))
            return try MatchSample.match([query], in: Self.cards(1000)).steps
        }
        #expect(try steps(900) == steps(1) + 899)
    }

    @Test(arguments: [1, 10, 100])
    func `the work grows linearly with the claims`(count: Int) throws {
        let card = Self.card("a")
        let steps = try Self.steps((0..<count).map { MatchSample.claim([.string("claim\($0)")]) }, in: [card])
        // The card's type and the query's, the card found and looked at, and of each claim its lookup, the payload and the value.
        #expect(steps == 4 + 3 * count)
        #expect(steps <= 2 * count * Self.nodes(.object(card.claims)))
    }

    @Test func `each claim is followed once, however many sets of claims name it`() throws {
        var claims: [JSONValue] = [["id": "list", "path": ["list", nil, "number"]]]
        var sets: [JSONValue] = []
        for number in 0..<50 {
            let name = JSONValue.string("absent\(number)")
            claims.append(["id": name, "path": [name]])
            sets.append(["list", name])
        }
        let cards = [Self.card("a", elements: 1000)]
        let once = try Self.steps([claims[0]], in: cards)
        #expect(try Self.steps(claims, in: cards, more: [("claim_sets", .array(sets))]) <= once + 200)
    }

    @Test func `values cost once for the query, not once for each card`() throws {
        let values = (1000..<1900).map { JSONValue.integer($0) }
        let plain = try Self.steps([["path": ["list", nil, "number"]]], in: Self.cards(100))
        let withValues = try Self.steps(
            [MatchSample.claim(["list", nil, "number"], values: values)], in: Self.cards(100))
        #expect(withValues == plain + values.count)
    }

    @Test func `sets of many options are met without a search over combinations`() throws {
        // Ten sets of eleven options of two queries; of each the last option alone can be met.
        let queries = (0..<20).map { MatchSample.query("q\($0)", types: [$0 < 18 ? "absent" : "t"]) }
        var options = (0..<10).map { number -> JSONValue in [.string("q\(number)"), .string("q\(number + 9)")] }
        options.append(["q18", "q19"])
        let set: JSONValue = ["options": .array(options)]
        let match = try MatchSample.match(queries, sets: Array(repeating: set, count: 10), in: [Self.card("a")])
        // The card's type; for each query its type and the card; the card found by two of them.
        #expect(match.steps == 1 + 20 + 20 + 2)
        #expect(match.standardChoice(usable: { _ in true }, newestFirst: [])?.references == ["q18": ["a"], "q19": ["a"]])
    }

    @Test func `a query of a megabyte is refused before it is matched`() throws {
        let claims = (0..<40_000).map { MatchSample.claim([.string("claim number \($0)")]) }
        let query: JSONValue = ["credentials": [MatchSample.query(claims: claims)]]
        #expect(query.encode().count > 1_000_000)
        let fault = #expect(throws: DCQLFault.self) { _ = try DCQLQuery(query) }
        #expect(fault?.reason == .tooLarge)
    }
}
