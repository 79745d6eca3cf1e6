// SPDX-License-Identifier: EUPL-1.2

import JSON

/// A limit on queries and a query for each number that the limit counts.
struct ReadLimit {
    /// The default limit.
    let limit: Int
    /// The member at fault beyond the limit.
    let member: String
    /// Makes a query with a number of what the limit counts; only this limit can be broken.
    let query: @Sendable (Int) -> JSONValue

    /// Every limit.
    static let all: [ReadLimit] = [queries, claims, sets, references, values, pathSteps, authorities, bytes, depth] + texts

    private static let queries = ReadLimit(limit: 32, member: "credentials") { count in
        ["credentials": .array((0..<count).map { ReadSample.credential("q\($0)") })]
    }

    private static let claims = ReadLimit(limit: 100, member: "credentials[1].claims") { count in
        [
            "credentials": [
                ReadSample.credential("a", [("claims", ReadSample.claims(60))]),
                ReadSample.credential("b", [("claims", ReadSample.claims(count - 60))]),
            ]
        ]
    }

    private static let sets = ReadLimit(limit: 100, member: "credential_sets") { count in
        ["credentials": [ReadSample.credential()], "credential_sets": .array(Array(repeating: ["options": [["a"]]], count: count))]
    }

    /// 500 ids in claim sets, the others in an option.
    private static let references = ReadLimit(limit: 1000, member: "credential_sets[0].options[0]") { count in
        let claimSets: JSONValue = .array(Array(repeating: ["c0"], count: 500))
        let option: JSONValue = .array(Array(repeating: "a", count: count - 500))
        return [
            "credentials": [ReadSample.credential("a", [("claims", ReadSample.claims(1)), ("claim_sets", claimSets)])],
            "credential_sets": [["options": [option]]],
        ]
    }

    /// 300 types, 300 authorities, the others are values of a claim.
    private static let values = ReadLimit(limit: 1000, member: "credentials[0].claims[0].values") { count in
        let texts: JSONValue = .array(Array(repeating: "t", count: 300))
        let values: JSONValue = .array(Array(repeating: 1, count: count - 600))
        let credential: JSONValue = [
            "id": "a", "format": "dc+sd-jwt", "meta": ["vct_values": texts],
            "trusted_authorities": [["type": "aki", "values": texts]], "claims": [["path": ["p"], "values": values]],
        ]
        return ["credentials": [credential]]
    }

    private static let pathSteps = ReadLimit(limit: 16, member: "credentials[0].claims[0].path") { count in
        let path: JSONValue = .array(Array(repeating: "p", count: count))
        return ReadSample.query(with: [("claims", [["path": path]])])
    }

    private static let authorities = ReadLimit(limit: 100, member: "credentials[1].trusted_authorities") { count in
        let authority: JSONValue = ["type": "aki", "values": ["v"]]
        let first: JSONValue = .array(Array(repeating: authority, count: 60))
        let second: JSONValue = .array(Array(repeating: authority, count: count - 60))
        return [
            "credentials": [
                ReadSample.credential("a", [("trusted_authorities", first)]),
                ReadSample.credential("b", [("trusted_authorities", second)]),
            ]
        ]
    }

    /// An unknown member makes the query as large as asked.
    private static let bytes = ReadLimit(limit: 65_536, member: "dcql_query") { count in
        let empty: JSONValue = ["credentials": [ReadSample.credential()], "x": ""]
        return ["credentials": [ReadSample.credential()], "x": .string(String(repeating: "x", count: count - empty.encode().count))]
    }

    /// An unknown member makes the query as deep as asked.
    private static let depth = ReadLimit(limit: 16, member: "dcql_query") { count in
        var nested: JSONValue = []
        for _ in 2..<count { nested = [nested] }
        return ["credentials": [ReadSample.credential()], "x": nested]
    }

    /// Every text that a query may have.
    private static let texts: [ReadLimit] = [
        text("credentials[0].id") { ["credentials": [ReadSample.credential($0)]] },
        text("credentials[0].format") { ["credentials": [["id": "a", "format": .string($0), "meta": [:]]]] },
        text("credentials[0].meta.vct_values[1]") { text in
            let meta: JSONValue = ["vct_values": ["t", .string(text)]]
            return ["credentials": [["id": "a", "format": "dc+sd-jwt", "meta": meta]]]
        },
        text("credentials[0].meta.doctype_value") { text in
            let meta: JSONValue = ["doctype_value": .string(text)]
            return ["credentials": [["id": "a", "format": "mso_mdoc", "meta": meta]]]
        },
        text("credentials[0].trusted_authorities[0].type") {
            ReadSample.query(with: [("trusted_authorities", [["type": .string($0), "values": ["v"]]])])
        },
        text("credentials[0].trusted_authorities[0].values[0]") {
            ReadSample.query(with: [("trusted_authorities", [["type": "aki", "values": [.string($0)]]])])
        },
        text("credentials[0].claims[0].id") { ReadSample.query(with: [("claims", [["id": .string($0), "path": ["p"]]])]) },
        text("credentials[0].claims[0].path") { ReadSample.query(with: [("claims", [["path": ["p", .string($0)]]])]) },
        text("credentials[0].claims[0].values[0]") {
            ReadSample.query(with: [("claims", [["path": ["p"], "values": [.string($0)]]])])
        },
    ]

    private static func text(_ member: String, query: @escaping @Sendable (String) -> JSONValue) -> ReadLimit {
        ReadLimit(limit: 512, member: member) { query(String(repeating: "x", count: $0)) }
    }
}
