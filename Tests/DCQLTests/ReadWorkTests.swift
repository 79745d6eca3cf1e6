// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON
import Testing

/// The work of reading, in counted steps.
struct DCQLReadWorkTests {
    @Test(arguments: ReadLimit.all.indices)
    func `a query costs at most four steps for each of its bytes, read or refused`(_ index: Int) {
        let sample = ReadLimit.all[index]
        for count in [sample.limit - 1, sample.limit, sample.limit + 1] {
            let query = sample.query(count)
            #expect(ReadSample.read(query).steps <= 4 * query.encode().count, "\(sample.member)")
        }
    }

    @Test func `objects with thousands of unknown members cost at most four steps for each byte`() throws {
        let unknown = (0..<2000).map { ("\($0)", JSONValue.integer(0)) }
        let path: [(String, JSONValue)] = [("path", ["p"])]
        let query: JSONValue = [
            "credentials": [
                ReadSample.credential("a", unknown),
                ReadSample.credential("b", [("claims", [.object(JSONObject(path + unknown))])]),
            ]
        ]
        let size = query.encode().count
        let result = ReadSample.read(query)
        #expect(result.fault == nil && result.steps <= 4 * size)
        #expect(try DCQLQuery(query).steps == result.steps)
    }

    @Test func `each claim costs the same steps, however many there are`() {
        let steps = [1, 10, 100].map { ReadSample.read(ReadSample.query(with: [("claims", ReadSample.claims($0))])).steps }
        let perClaim = (steps[1] - steps[0]) / 9
        #expect(perClaim > 0 && steps[1] - steps[0] == 9 * perClaim && steps[2] - steps[1] == 90 * perClaim)
    }

    @Test func `each id in a claim set costs the same steps, however many claims there are`() {
        func steps(claims: Int, references: Int) -> Int {
            let set: JSONValue = .array(Array(repeating: "c0", count: references))
            return ReadSample.read(ReadSample.query(with: [("claims", ReadSample.claims(claims)), ("claim_sets", [set])])).steps
        }
        let few = steps(claims: 1, references: 1000) - steps(claims: 1, references: 100)
        let many = steps(claims: 100, references: 1000) - steps(claims: 100, references: 100)
        #expect(few == many && few > 0)
    }

    /// Queries of 1 MB and more.
    private static let huge: [JSONValue] = [
        ["credentials": .array(Array(repeating: ReadSample.credential(), count: 30_000))],
        ReadSample.query(with: [("claims", ReadSample.claims(30_000))]),
        ReadSample.query(with: [
            ("claims", ReadSample.claims(100)), ("claim_sets", .array(Array(repeating: ["c0", "c1"], count: 100_000))),
        ]),
        ["credentials": [ReadSample.credential()], "credential_sets": .array(Array(repeating: ["options": [["a"]]], count: 60_000))],
        ["x": .array(Array(repeating: 0, count: 500_000)), "credentials": [ReadSample.credential()]],
        ["x": .array(Array(repeating: [[]], count: 400_000))],
        .object(JSONObject((0..<100_000).map { ("member\($0)", JSONValue.null) })),
        .array(Array(repeating: nil, count: 1_000_000)),
    ]

    @Test(arguments: huge.indices)
    func `of a query of 1 MB only as much is looked at as the limit allows`(_ index: Int) {
        let result = ReadSample.read(Self.huge[index])
        #expect(result.fault == DCQLFault(reason: .tooLarge, member: "dcql_query"))
        #expect(result.steps <= DCQLLimits.default.bytes)
    }

    @Test func `a long text costs one step`() {
        let result = ReadSample.read(.string(String(repeating: "x", count: 1_000_000)))
        #expect(result.fault?.reason == .tooLarge && result.steps == 1)
    }

    @Test func `ids that would name millions of combinations are refused by their number`() {
        let option: JSONValue = .array(Array(repeating: "a", count: 10))
        let set: JSONValue = ["options": .array(Array(repeating: option, count: 10))]
        let query: JSONValue = ["credentials": [ReadSample.credential()], "credential_sets": .array(Array(repeating: set, count: 20))]
        let result = ReadSample.read(query)
        #expect(result.fault == DCQLFault(reason: .tooLarge, member: "credential_sets[10].options[0]"))
        #expect(result.steps <= 4 * query.encode().count)
    }

    @Test func `nesting costs no more steps than the limit has levels`() {
        var nested: JSONValue = []
        for _ in 0..<1000 { nested = [nested] }
        let result = ReadSample.read(nested)
        #expect(result.fault == DCQLFault(reason: .tooLarge, member: "dcql_query") && result.steps <= DCQLLimits.default.depth + 1)
    }
}
